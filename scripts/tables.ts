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

/** Where a feature looks up, and into which tables. None of them writes there. */
export const LOOKS_UP: Readonly<Record<string, string>> = {
  // The inbox of alerts calls an order by its number and a draw by its title, in one list with those that are about no order.
  "src/features/accounts/server/alert-store.ts": "disputes lotteries orders",
  // The log is about everything: what it was written about is found and called by name in one statement.
  "src/features/accounts/server/audit-store.ts": "campaigns contact_messages lotteries orders",
  // What ticket numbers begin with is final with the first of them.
  "src/features/accounts/server/save-brand.ts": "tickets",
  // People are found by the number of an order, in every list of people and in its filters.
  "src/features/accounts/server/search-people.ts": "orders",
  // The first order makes final what was advertised (docs/decisions/0023); the triggers of the table look there, too.
  "src/features/lotteries/server/managed-store.ts": "orders",
  // The page of a draw tells a player what they have of it.
  "src/features/lotteries/server/own-store.ts": "orders participants tickets",
  // A code is used up by an order that holds or has it; the page of a draw checks it before there is one.
  "src/features/lotteries/server/promotion-store.ts": "orders",
  // Free entries stand outside the stock and are counted from their orders, with each draw that is read.
  // A draw that is read says whether people queue for it, so that one without a queue costs no statement.
  "src/features/lotteries/server/store.ts": "orders waiting_rooms",
  // A ticket that wins, or is next in line, stays: its own trigger asks the same function.
  "src/features/orders/server/cancel-store.ts": "ticket_stands",
  // The same.
  "src/features/orders/server/dispute-store.ts": "ticket_stands",
  // Cards are kept until some time after the result.
  "src/features/orders/server/kept-card-store.ts": "draws",
  // Whoever may still get a prize must be reachable when their account goes, and this is asked under the same lock.
  "src/features/orders/server/live-store.ts": "draw_picks draws",
  // Mails and pages of every layer carry the shop's name and look; ctx holds the newest version.
  "src/platform/brand.server.ts": "shop_brands",
  // Pages of every layer show the operator's texts; ctx holds what is published.
  "src/platform/site-texts.server.ts": "site_texts",
  // The payment providers are connected with the split of new orders.
  "src/platform/payments/kept-new-orders.server.ts": "new_order_splits provider_troubles",
  // A backup takes along the files that the tables name.
  "src/platform/backup/backup.server.ts": "lotteries lottery_images",
  // A shop from before there were modes is told by what its payments are called; from then on its orders say it.
  "src/platform/test-mode/shop-mode.server.ts": "orders",
  // Production refuses to start with the demonstration's accounts.
  "src/platform/postgres/check-database.server.ts": "users",
};
