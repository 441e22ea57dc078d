/** Tables of the infrastructure. */
import { columns, GROWS, NEVER_GOES, type Tables } from "./table.ts";

export const platform = {
  migrations: {
    rights: {},
    wipe: "stays",
    notExported: "Which changes of the tables were made; the manifest names the last one.",
  },
  shop_brands: {
    rights: GROWS,
    wipe: "stays",
    about: "The shop's name, look and trader, a row for each version.",
    exported: "version choice saved_at saved_by",
    notes: {
      version: "from 1; the newest counts",
      saved_by: "by whom of the staff",
    },
  },
  // Once written the mode is the owner's role's to change.
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
  // Staff sign in and programs call with it, so it survives the switch from test mode.
  shop_secrets: {
    rights: GROWS,
    wipe: "stays",
    notExported: "A mark of this shop's secret; another one has its own.",
  },
  // What was saved stays as it was.
  site_texts: {
    rights: { insert: true, update: columns("held_at") },
    wipe: "stays",
    about: "Texts that staff have written instead of the shop's own, a row for each version.",
    exported: "document version bodies publish_at held_at saved_at saved_by",
    notes: {
      document: "which: `terms`, `privacy`, `faq` and so on",
      version: "from 1; the highest that is due is shown",
      bodies: "the text by language; none goes back to the shop's own",
      publish_at: "from when it is shown; none for a draft",
      held_at: "since when it is not, whatever its time",
      saved_by: "by whom of the staff",
    },
  },
  new_order_splits: {
    rights: GROWS,
    wipe: "stays",
    about: "Which payment provider took new orders, a row for each version.",
    exported: "version rules stopped saved_at saved_by",
    notes: {
      version: "from 1; the newest counts",
      rules: "of each: `provider`, its `share`, and `from` how many pence on",
      stopped: "who took none, whatever the rules say",
      saved_by: "by whom of the staff",
    },
  },
  provider_troubles: {
    rights: NEVER_GOES,
    wipe: "goes",
    notExported: "Who opened no payment page lately.",
  },
} satisfies Tables;
