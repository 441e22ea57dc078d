/** Which store alone writes a table, and where a feature may read a table of one above it, with the reason. */
import { TABLES_BY_OWNER } from "../src/platform/postgres/tables/catalogue.ts";

/** Each table and function of the database with its owner: a feature, or `platform`. */
export const OWNERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TABLES_BY_OWNER).flatMap(([owner, tables]) => Object.keys(tables).map((table) => [table, owner] as const)),
  // A function that reads tables belongs to their owner.
  ["ticket_stands", "draws"],
]);

/** What changes these tables is in one file, so that the stock adds up in one place. */
export const WRITERS: Readonly<Record<string, string>> = {
  lotteries: "src/features/lotteries/server/stock-store.ts",
  tickets: "src/features/orders/server/ticket-store.ts",
};

/** They build pasts to which the shop's own ways do not lead: for tests, measurements and the demonstration. */
export const MAKERS: readonly string[] = [
  "bench/admin.ts",
  "bench/fill-draw.ts",
  "bench/opening.ts",
  "bench/hot-draw.ts",
  "demo/makers.ts",
  "demo/orders.ts",
  "demo/seed.ts",
];

export type Exception = { readonly file: string; readonly tables: readonly string[]; readonly why: string };

const server = (feature: string, name: string) => `src/features/${feature}/server/${name}.ts`;

/** Where a feature looks up. None of them writes there. */
export const LOOKS_UP: readonly Exception[] = [
  {
    file: server("accounts", "alert-store"),
    tables: ["disputes", "lotteries", "orders"],
    why: "The inbox of alerts calls an order by its number and a draw by its title, in one list with those that are about no order.",
  },
  {
    file: server("accounts", "audit-store"),
    tables: ["campaigns", "contact_messages", "lotteries", "orders"],
    why: "The log is about everything: what it was written about is found and called by name in one statement.",
  },
  {
    file: server("accounts", "save-brand"),
    tables: ["tickets"],
    why: "What ticket numbers begin with is final with the first of them.",
  },
  {
    file: server("accounts", "search-people"),
    tables: ["orders"],
    why: "People are found by the number of an order, in every list of people and in its filters.",
  },
  {
    file: server("lotteries", "managed-store"),
    tables: ["orders"],
    why: "The first order makes final what was advertised (docs/decisions/0023); the triggers of the table look there, too.",
  },
  {
    file: server("lotteries", "own-store"),
    tables: ["orders", "participants", "tickets"],
    why: "The page of a draw tells a player what they have of it.",
  },
  {
    file: server("lotteries", "promotion-store"),
    tables: ["orders"],
    why: "A code is used up by an order that holds or has it; the page of a draw checks it before there is one.",
  },
  {
    file: server("lotteries", "store"),
    tables: ["orders"],
    why: "Free entries stand outside the stock and are counted from their orders, with each draw that is read.",
  },
  {
    file: server("lotteries", "store"),
    tables: ["waiting_rooms"],
    why: "A draw that is read says whether people queue for it, so that one without a queue costs no statement.",
  },
  {
    file: server("orders", "cancel-store"),
    tables: ["ticket_stands"],
    why: "A ticket that wins, or is next in line, stays: its own trigger asks the same function.",
  },
  { file: server("orders", "dispute-store"), tables: ["ticket_stands"], why: "The same." },
  {
    file: server("orders", "kept-card-store"),
    tables: ["draws"],
    why: "Cards are kept until some time after the result.",
  },
  {
    file: server("orders", "live-store"),
    tables: ["draw_picks", "draws"],
    why: "Whoever may still get a prize must be reachable when their account goes, and this is asked under the same lock.",
  },
  {
    file: "src/platform/brand.server.ts",
    tables: ["shop_brands"],
    why: "Mails and pages of every layer carry the shop's name and look; ctx holds the newest version.",
  },
  {
    file: "src/platform/site-texts.server.ts",
    tables: ["site_texts"],
    why: "Pages of every layer show the operator's texts; ctx holds what is published.",
  },
  {
    file: "src/platform/payments/kept-new-orders.server.ts",
    tables: ["new_order_splits", "provider_troubles"],
    why: "The payment providers are connected with the split of new orders.",
  },
  {
    file: "src/platform/backup/backup.server.ts",
    tables: ["lotteries", "lottery_images"],
    why: "A backup takes along the files that the tables name.",
  },
  {
    file: "src/platform/test-mode/shop-mode.server.ts",
    tables: ["orders"],
    why: "A shop from before there were modes is told by what its payments are called; from then on its orders say it.",
  },
  {
    file: "src/platform/postgres/check-database.server.ts",
    tables: ["users"],
    why: "Production refuses to start with the demonstration's accounts.",
  },
];
