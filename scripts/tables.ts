/** Whose each table is, which store alone writes it, and where a feature may look into a table of one above it, with the reason. */
import type { RIGHTS } from "../src/platform/postgres/rights.ts";
import type { LAYERS } from "./layers.ts";

/** The feature that made it. `platform`: the infrastructure's own. */
export const OWNERS = {
  platform: [
    "migrations",
    "shop_brands",
    "shop_modes",
    "shop_openings",
    "shop_secrets",
    "site_texts",
    "new_order_splits",
    "provider_troubles",
  ],
  accounts: [
    ...["users", "admin_user", "credentials", "sessions", "refresh_tokens", "verifications", "rate_limits", "consents"],
    ...[
      "audit_log",
      "audit_chain",
      "alerts",
      "proposals",
      "retained_contacts",
      "player_limits",
      "player_limit_changes",
      "kept_exclusions",
      "closed_accounts",
      "practice_reviews",
      "operator_statements",
    ],
    ...["mail_suppressions", "mail_refused_topics", "second_factors", "recovery_codes", "passkeys", "staff_invitations"],
    ...["owner_links", "shop_checks"],
  ],
  integrations: ["api_keys", "webhook_endpoints", "webhook_events", "webhook_deliveries", "webhook_attempts"],
  lotteries: [
    "lotteries",
    "lottery_images",
    "focal_points",
    "prize_improvements",
    "promotions",
    "winner_records",
    "past_draws",
    "past_tickets",
  ],
  queue: ["waiting_rooms", "waiting_places"],
  orders: [
    "orders",
    "network_holds",
    "tickets",
    "participants",
    "payment_events",
    "refunds",
    "disputes",
    "postal_cards",
    "care_cases",
    "care_signs",
    "care_steps",
  ],
  books: [
    ...[
      "payouts",
      "balance_moves",
      "closed_months",
      "vat_rates",
      "account_charts",
      "agreed_fees",
      "prize_costs",
      "journal_entries",
      "journal_lines",
    ],
    ...["documents", "booked_orders", "booked_parts", "open_differences", "journal_numbers"],
  ],
  // A function that looks into tables is theirs whose tables they are.
  draws: [
    ...["draws", "draw_blocks", "draw_log", "draw_timestamps", "draw_picks", "draw_requests", "winner_changes"],
    "ticket_stands",
  ],
  messages: ["contact_messages", "complaints", "mails", "mail_pace", "campaigns"],
} as const satisfies Partial<Record<(typeof LAYERS)[number] | "platform", readonly (keyof typeof RIGHTS | "ticket_stands")[]>>;

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
