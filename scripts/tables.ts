/** The store that writes a table, and exceptions for reading tables of a layer above. */
import { TABLES_BY_OWNER } from "../src/platform/postgres/tables/catalogue.ts";

/** Each table and function of the database with its owner: a feature, or `platform`. */
export const OWNERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TABLES_BY_OWNER).flatMap(([owner, tables]) => Object.keys(tables).map((table) => [table, owner] as const)),
  // A function that reads tables belongs to their owner.
  ["ticket_stands", "draws"],
  ["winning_tickets", "draws"],
  ["prize_is_open", "draws"],
]);

/** Only this file changes these tables, so that the stock adds up. */
export const WRITERS: Readonly<Record<string, string>> = {
  lotteries: "src/features/lotteries/server/stock-store.ts",
  tickets: "src/features/orders/server/ticket-store.ts",
};

/** They make states that the shop's own code does not reach: for tests, benches and the demonstration. */
export const MAKERS: readonly string[] = [
  "bench/admin.ts",
  "bench/fill-draw.ts",
  "bench/opening.ts",
  "bench/hot-draw.ts",
  "demo/makers.ts",
  "demo/orders.ts",
  "demo/seed.ts",
];

/** Tables of a layer above that a file reads. None of them writes there. */
export const UPWARD_READS: Readonly<Record<string, string>> = {
  // Messages and complaints show which of their mails were delivered.
  "src/features/inbox/server/complaint-store.ts": "mails",
  "src/features/inbox/server/contact-store.ts": "mails",
  "src/features/inbox/server/conversations/entry-store.ts": "mails",
  // A role counts with its holder's account and second factor only.
  "src/features/access/server/admin-store.ts": "passkeys sessions users",
  // The inbox of alerts shows an order's number and a draw's title.
  "src/features/access/server/alert-store.ts": "disputes lotteries orders users",
  // The log shows the names of its subjects.
  "src/features/staff/server/audit-log/audit-store.ts": "campaigns contact_messages lotteries orders",
  // Signs of harm are counted from orders and payments.
  "src/features/player-protection/server/harm/harm-signs-store.ts": "orders payment_events",
  "src/features/player-protection/server/harm/harm-case-store.ts": "orders",
  // Lists of people can be searched by order number.
  "src/features/accounts/server/search-people.ts": "orders",
  // The first order makes the advertised facts final (docs/decisions/0023), as the table's triggers do.
  "src/features/lotteries/server/managed-store.ts": "orders",
  // A draw's page shows the player's own tickets.
  "src/features/lotteries/server/own-store.ts": "orders participants tickets",
  // An order uses up a code; a draw's page checks it before.
  "src/features/lotteries/server/promotion-store.ts": "orders",
  // Free entries are counted from their orders. Joining the waiting room saves a statement.
  "src/features/lotteries/server/store.ts": "orders waiting_rooms",
  // A winner's draws are locked before a photo is removed; records of winners end earlier.
  "src/features/lotteries/server/stock-store.ts": "prize_handovers tickets winning_tickets",
  // A winning or reserve ticket stays, as its trigger checks.
  "src/features/orders/server/refunds/cancel-store.ts": "ticket_stands",
  // The same.
  "src/features/orders/server/disputes/dispute-store.ts": "ticket_stands",
  // Postal entries are stored until some time after the result.
  "src/features/orders/server/settlement/retained-card-store.ts": "draws",
  // A possible winner's account cannot be deleted, which is checked under the same lock.
  "src/features/orders/server/holds/live-store.ts": "draw_picks draws prize_handovers winning_tickets prize_is_open",
  // Mails and pages of every layer show the brand; ctx caches the newest version.
  "src/platform/brand/brand.server.ts": "shop_brands",
  // Pages of every layer show the operator's texts, which ctx caches.
  "src/platform/brand/site-texts.server.ts": "site_texts",
  // The payment providers are connected with the split of new orders.
  "src/platform/payments/cached-new-orders.server.ts": "new_order_splits provider_troubles",
  // A backup includes the files that the tables name.
  "src/platform/backup/backup.server.ts": "lotteries lottery_images winner_photos",
  // A shop older than the modes is recognised by its payments' ids; later orders store the mode.
  "src/platform/test-mode/shop-mode.server.ts": "orders",
  // Production refuses to start with the demonstration's accounts.
  "src/platform/postgres/check-database.server.ts": "users",
};
