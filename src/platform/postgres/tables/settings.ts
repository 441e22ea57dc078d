/** Table catalogue: tables of the feature settings. */
import { GROWS, NEVER_GOES, type Tables } from "./table.ts";

export const settings = {
  shop_checks: {
    rights: NEVER_GOES,
    wipe: "partly",
    notExported: "What was looked at here; another shop looks for itself.",
  },
  shop_brands: {
    rights: GROWS,
    wipe: "stays",
    exported: "version choice saved_at saved_by",
  },
} satisfies Tables;
