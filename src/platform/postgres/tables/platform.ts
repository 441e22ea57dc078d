/** Table catalogue: tables of the infrastructure. */
import { columns, GROWS, type Tables } from "./table.ts";

export const platform = {
  migrations: {
    rights: {},
    wipe: "stays",
    notExported: "Which changes of the tables were made; the manifest names the last one.",
  },
  // After the insert only the owner's role may change it.
  shop_modes: {
    rights: { insert: true, update: columns("asked_at asked_by") },
    wipe: "partly",
    notExported: "Whether this shop is in test mode; another one has keys of its own.",
  },
  // A shop opens once. The switch from test mode to live keys clears it, and the shop opens again.
  shop_openings: {
    rights: GROWS,
    wipe: "goes",
    notExported: "Since when this shop sells; another one is opened anew.",
  },
  // Needed for sign-ins and API calls, so it survives the switch from test mode.
  shop_secrets: {
    rights: GROWS,
    wipe: "stays",
    notExported: "A mark of this shop's secret; another one has its own.",
  },
} satisfies Tables;
