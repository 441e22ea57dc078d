/** Breaks each invariant once, on a database without constraints, and expects its query to find it. */
import { randomUUID } from "node:crypto";
import { type ControlledTransaction, type RawBuilder, sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { copyTemplate } from "#platform/ctx.fixture.ts";
import { createLog } from "#platform/log.server.ts";
import type { DB } from "#platform/postgres/db-types.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { findBrokenInvariants, INVARIANTS } from "./invariants.ts";

const HASH = "ab".repeat(32);
const now = () => new Date();

let whole: ReturnType<typeof openDb>;
/** Rolled back after each test. */
let db: ControlledTransaction<DB>;
let lottery: string;
let order: string;
let close: () => Promise<void>;

/** Drops the schema's guards, except the trigger that records participants. */
beforeAll(async () => {
  const database = await copyTemplate();
  const pool = openPool(database.url, createLog("fatal"), 2);
  whole = openDb(pool);
  close = async () => {
    await pool.end();
    await database.drop();
  };
  await sql`DO $$ DECLARE row record; BEGIN
    FOR row IN SELECT conrelid::regclass AS tab, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', row.tab, row.conname); END LOOP;
    FOR row IN SELECT tgrelid::regclass AS tab, tgname FROM pg_trigger WHERE NOT tgisinternal AND tgname NOT LIKE '%make\_participants'
      LOOP EXECUTE format('DROP TRIGGER %I ON %s', row.tgname, row.tab); END LOOP;
    ALTER TABLE mails DROP CONSTRAINT mails_message_recipient_key;
    DROP INDEX mails_campaign_once_idx;
  END $$`.execute(whole);
});
afterAll(() => close());

/** A draw on sale with one paid order of two tickets. */
beforeEach(async () => {
  db = await whole.startTransaction().execute();
  lottery = await makeLottery({ db, now });
  const { id: user } = await makeUser({ db });
  order = randomUUID();
  await run(sql`INSERT INTO orders (id, kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence, captured_pence, payment_intent_id, settled_at)
    VALUES (${order}, 'paid', 'paid', ${lottery}, ${user}, 2, 2999, 5998, 5998, ${`pi_${order}`}, now() - interval '2 minutes')`);
  await run(sql`INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag)
    SELECT ${lottery}, n, ${order}, ${user}, decode(repeat('0' || n, 16), 'hex') FROM generate_series(1, 2) n`);
  await run(sql`UPDATE lotteries SET tickets_sold = 2, last_ticket_number = 2 WHERE id = ${lottery}`);
});
afterEach(() => db.rollback().execute());

const run = (statement: RawBuilder<unknown>) => statement.execute(db);

async function broken(pictures: string[] = [], storedAt = new Date()): Promise<string[]> {
  const media = { list: async () => pictures.map((url) => ({ url, storedAt })) } as never;
  return (await findBrokenInvariants({ db, media })).map(({ id }) => id);
}

/** The columns of a frozen draw without a result. */
const frozen =
  () => sql`INSERT INTO draws (lottery_id, chain_hash, is_demo, closed_at, frozen_at, entries_sha256, merkle_root, n, prizes, round, commitment)
  VALUES (${lottery}, ${HASH}, true, 1, now() + interval '1 second', ${HASH}, ${HASH}, 2, 2, 1, ${HASH})`;
const drawn = () =>
  sql`UPDATE draws SET seed = ${HASH}, beacon_signature = 's', beacon_randomness = ${HASH}, drawn_at = now() WHERE lottery_id = ${lottery}`;
const picked = () => sql`INSERT INTO draw_picks (lottery_id, pick, ticket_number) VALUES (${lottery}, 0, 2), (${lottery}, 1, 1)`;
/** Two prizes, as advertised and committed. */
const TWO_PRIZES: Step[] = [
  () => sql`UPDATE lotteries SET further_prizes = '[{}]' WHERE id = ${lottery}`,
  () => sql`UPDATE draws SET algorithm = 'pdraw/3', prize_count = 2, one_prize_a_person = false WHERE lottery_id = ${lottery}`,
];
const ONE_A_PERSON: Step[] = [
  () => sql`UPDATE lotteries SET one_prize_a_person = true WHERE id = ${lottery}`,
  () => sql`UPDATE draws SET one_prize_a_person = true WHERE lottery_id = ${lottery}`,
];
const handedOn = () => sql`INSERT INTO prize_handovers (lottery_id, place) VALUES (${lottery}, 2)`;
const photographed = () => sql`INSERT INTO winner_photos (lottery_id, place, user_id, url)
  SELECT ${lottery}, 2, user_id, '/media/winner-photos/c-800.webp' FROM orders WHERE id = ${order}`;
const completed = () =>
  sql`UPDATE lotteries SET status = 'completed', winner_id = (SELECT user_id FROM orders WHERE id = ${order}) WHERE id = ${lottery}`;
const ofOrder = (change: RawBuilder<unknown>) => () => sql`UPDATE orders SET ${change} WHERE id = ${order}`;
const ofLottery = (change: RawBuilder<unknown>) => () => sql`UPDATE lotteries SET ${change} WHERE id = ${lottery}`;
const ofTickets = (change: RawBuilder<unknown>) => () =>
  sql`UPDATE tickets SET ${change} WHERE lottery_id = ${lottery} AND ticket_number = 2`;
const mail = (marketing: boolean) => () =>
  sql`INSERT INTO mails (message, recipient, message_id, is_marketing, state) VALUES ('news', 'a@b.test', ${randomUUID()}, ${marketing}, 'sent')`;
const CAMPAIGN = "00000000-0000-4000-8000-0000000000ca";
const campaign = (state: string) => () =>
  sql`INSERT INTO campaigns (id, template, subject, content, state) VALUES (${CAMPAIGN}, 'vip-offer', 'a', 'b', ${state})`;
const toBuyer = (state: string) => () =>
  sql`INSERT INTO mails (message, recipient, message_id, is_marketing, consent_checked_at, state, campaign_id, user_id)
    SELECT 'c', ${randomUUID()}, ${randomUUID()}, true, now(), ${state}, ${CAMPAIGN}, user_id FROM orders WHERE id = ${order}`;

const limited = (pence: number, since: string) => () =>
  sql`INSERT INTO player_limits (user_id, monthly_limit_pence, limit_since) SELECT user_id, ${pence}, now() - ${since}::interval FROM orders WHERE id = ${order}`;

/** Excludes the buyer; a second account has the same name (swapped) and birth date. */
const excludedTwice = (match: string) => () =>
  sql`WITH e AS (UPDATE users SET first_name = 'Zoe', last_name = 'Hart', birth_date = '1990-05-17'
      WHERE id = (SELECT user_id FROM orders WHERE id = ${order}) RETURNING id
    ), p AS (INSERT INTO users (id, email, first_name, last_name, birth_date) VALUES (gen_random_uuid(), 'z@b.test', 'hart', 'Zoe', '1990-05-17') RETURNING id
    ), c AS (INSERT INTO credentials (id, user_id, account_id, provider_id) SELECT gen_random_uuid(), id, id, 'credential' FROM p)
    INSERT INTO player_limits (user_id, excluded_until, matched_until)
      SELECT id, now() + interval '6 months', NULL FROM e UNION ALL SELECT id, NULL, now() + ${match}::interval FROM p`;

const logged = () => sql`INSERT INTO audit_log (actor, action, subject_type, subject_id) VALUES ('test', 'test', 'user', 'x')`;
/** Links the newest entry, as the trigger does. */
const chained = () => sql`INSERT INTO audit_chain (seq, audit_id, digest, hash)
  SELECT 1, a.id, audit_digest(a), sha256(audit_digest(a)) FROM audit_log a ORDER BY a.id DESC LIMIT 1`;

/** A postal entry after the two paid tickets. */
const CARD = "00000000-0000-4000-8000-00000000000f";
const entered = () => sql`WITH o AS (
    INSERT INTO orders (id, kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence, settled_at)
      SELECT ${CARD}, 'free', 'free', lottery_id, user_id, 1, 0, 0, now() FROM orders WHERE id = ${order} RETURNING id, user_id
  ), t AS (
    INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag) SELECT ${lottery}, 3, id, user_id, decode(repeat('03', 16), 'hex') FROM o
  ), l AS (UPDATE lotteries SET last_ticket_number = 3 WHERE id = ${lottery})
  INSERT INTO postal_cards (order_id, request_key, first_name, last_name, birth_date, address, county, received_on)
    SELECT id, 'key', 'Rosa', 'Lindqvist', '1984-02-29', '4 Mill Lane', 'Kent', '2026-11-20' FROM o`;

const proposed = (state: "open" | "confirmed") => () =>
  sql`INSERT INTO proposals (kind, subject_id, payload, reason, proposed_at, expires_at, state) VALUES ('lottery_cancel', ${lottery}, '{}', 'x', now(), now() + interval '7 days', ${state})`;
const invited = () => sql`INSERT INTO staff_invitations (id, email, role, locale, invited_by, invited_at, expires_at)
  SELECT gen_random_uuid(), 'b@b.test', 'owner', 'en', user_id, now(), now() + interval '7 days' FROM orders WHERE id = ${order}`;
const told = (status: number) => () =>
  sql`WITH e AS (
    INSERT INTO webhook_events (type, subject_id, data) VALUES ('webhook.test', ${lottery}, '{}') RETURNING sequence
  ), p AS (INSERT INTO webhook_endpoints (url, events, secret, made_by, made_at)
    SELECT 'https://crm.example', '{order.paid}', 'x', user_id, now() FROM orders WHERE id = ${order} RETURNING id
  ), d AS (INSERT INTO webhook_deliveries (event, endpoint_id, state) SELECT e.sequence, p.id, 'delivered' FROM e, p RETURNING id)
  INSERT INTO webhook_attempts (delivery_id, at, duration_ms, status) SELECT id, now(), 1, ${status}::int FROM d`;

type Step = () => RawBuilder<unknown>;

describe("every invariant holds", () => {
  it.each<[string, Step[]]>([
    ["after a sale", []],
    ["after a freeze", [frozen]],
    ["after a result", [frozen, picked, drawn, completed]],
    ["after a result of two prizes", [frozen, ...TWO_PRIZES, picked, handedOn, drawn, completed]],
    [
      "after a sale with a code that is better than the pack",
      [
        () =>
          sql`INSERT INTO promotions (id, code, percent_off, expires_at) VALUES ('00000000-0000-4000-8000-000000000001', 'VIP', 50, now())`,
        ofOrder(
          sql`promotion_id = '00000000-0000-4000-8000-000000000001', percent_off = 50, discount_pence = 2999, total_pence = 2999, captured_pence = 2999`,
        ),
      ],
    ],
    ["after a card by post", [entered]],
    ["where an exclusion meets the same person's other account", [excludedTwice("6 months")]],
    ["under a limit that is just reached", [limited(5998, "1 hour")]],
    ["under a limit that was set after the sale", [limited(0, "0 hours")]],
    ["while a proposal waits", [proposed("open")]],
    ["after an event was taken", [told(200)]],
    ["after money was asked back at the provider", [ofTickets(sql`void_at = now()`), ofLottery(sql`tickets_sold = 1`)]],
  ])("%s", async (_, steps) => {
    for (const step of steps) await run(step());
    expect(await broken()).toEqual([]);
  });
});

const cases: [string, string, Step[]][] = [
  ["log-is-whole", "an entry without its link", [logged]],
  ["log-is-whole", "an entry that was changed", [logged, chained, () => sql`UPDATE audit_log SET reason = 'another'`]],
  ["log-is-whole", "an entry that was removed", [logged, chained, () => sql`DELETE FROM audit_log`]],
  ["log-is-whole", "a chain whose beginning was cut off", [logged, chained, () => sql`UPDATE audit_chain SET seq = seq + 1`]],
  ["confirmed-is-done", "a draw that was to be cancelled by two and goes on", [proposed("confirmed")]],
  ["invited-by-two", "an invitation that waits for nobody", [invited]],
  ["received-was-answered", "an event that nobody has taken", [told(500)]],
  ["stock", "more sold than there are", [ofLottery(sql`tickets_available = 1`)]],
  ["stock", "less than nothing held", [ofLottery(sql`tickets_held = -1`)]],
  ["sold-is-tickets", "a ticket sold that nobody has", [ofLottery(sql`tickets_sold = 3`)]],
  ["sold-is-tickets", "a void ticket that still counts as sold", [ofTickets(sql`void_at = now()`)]],
  [
    "participants-are-holders",
    "somebody with a ticket too many",
    [() => sql`UPDATE participants SET tickets = 3 WHERE lottery_id = ${lottery}`],
  ],
  ["participants-are-holders", "a holder left out", [() => sql`DELETE FROM participants WHERE lottery_id = ${lottery}`]],
  ["numbers-dense", "a number left out", [ofTickets(sql`ticket_number = 3`)]],
  ["numbers-dense", "a number issued and not written down", [ofLottery(sql`last_ticket_number = 1`)]],
  ["paid-has-tickets", "a paid order with a ticket too few", [ofOrder(sql`quantity = 3`)]],
  ["paid-has-tickets", "a valid ticket whose money went back", [ofOrder(sql`state = 'refunded', refunded_pence = 5998`)]],
  ["money-has-worth", "money kept for a hold that lapsed", [ofOrder(sql`state = 'expired'`)]],
  [
    "money-has-worth",
    "money taken at a time that nobody noted",
    [ofOrder(sql`state = 'expired', settled_at = NULL, created_at = now() - interval '2 minutes'`)],
  ],
  ["money-has-worth", "money owed back that no refund sends", [ofOrder(sql`state = 'refund_due'`)]],
  [
    "money-has-worth",
    "tickets and the money back",
    [
      () =>
        sql`INSERT INTO refunds (order_id, amount_pence, reason, state, done_at) VALUES (${order}, 5998, 'sold_out', 'succeeded', now())`,
      ofOrder(sql`refunded_pence = 5998`),
    ],
  ],
  ["disputes-add-up", "money held by a bank that no dispute names", [ofOrder(sql`disputed_pence = 1`)]],
  ["disputes-add-up", "money kept by a bank that no dispute names", [ofOrder(sql`charged_back_pence = 1`)]],
  [
    "suspended-is-disputed",
    "a ticket suspended without a dispute",
    [() => sql`UPDATE tickets SET suspended_at = now() WHERE order_id = ${order}`],
  ],
  ["books-balance", "a penny too little taken", [ofOrder(sql`captured_pence = 5997`)]],
  ["books-balance", "half of the money back", [ofOrder(sql`state = 'refunded', refunded_pence = 1`)]],
  ["books-balance", "money back that no refund brought", [ofOrder(sql`refunded_pence = 1`)]],
  ["books-balance", "money on its way that nobody sent", [ofOrder(sql`returning_pence = 1`)]],
  [
    "books-balance",
    "more to be sent than is left",
    [
      ofOrder(sql`state = 'refund_due'`),
      () => sql`INSERT INTO refunds (order_id, amount_pence, reason) VALUES (${order}, 5999, 'staff')`,
    ],
  ],
  [
    "books-balance",
    "more to be sent in part than is left",
    [() => sql`INSERT INTO refunds (order_id, amount_pence, reason) VALUES (${order}, 5999, 'partial')`],
  ],
  ["partial-refunds", "a ticket counted as refunded without a refund", [ofOrder(sql`tickets_refunded = 1`)]],
  [
    "partial-refunds",
    "a refunded ticket that is valid",
    [
      ofOrder(sql`tickets_refunded = 1`),
      () => sql`INSERT INTO refunds (order_id, amount_pence, reason, ticket_numbers) VALUES (${order}, 2999, 'partial', '{2}')`,
    ],
  ],
  [
    "books-balance",
    "a partial refund to be sent of an order that is not paid",
    [
      ofOrder(sql`state = 'refund_due'`),
      () => sql`INSERT INTO refunds (order_id, amount_pence, reason) VALUES (${order}, 100, 'partial')`,
    ],
  ],
  ["owed-is-pursued", "money owed that nobody sends and nobody was told of", [ofOrder(sql`state = 'refund_due'`)]],
  [
    "price-is-right",
    "a discount that nobody earned",
    [ofOrder(sql`discount_pence = 1, total_pence = 5997, captured_pence = 5997`)],
  ],
  [
    "price-is-right",
    "a discount of half the price that no code gave",
    [ofOrder(sql`percent_off = 50, discount_pence = 2999, total_pence = 2999, captured_pence = 2999`)],
  ],
  ["price-is-right", "a pack that was forgotten", [ofOrder(sql`quantity = 25, total_pence = 74975`)]],
  [
    "price-is-right",
    "a pack that the draw itself does not have",
    [
      ofLottery(sql`packs = '[]'`),
      ofOrder(sql`quantity = 25, percent_off = 15, discount_pence = 11246, total_pence = 63729, captured_pence = 63729`),
    ],
  ],
  ["completed-has-result", "a winner without a draw", [completed]],
  ["completed-has-result", "a result of a draw that goes on", [frozen, picked, drawn]],
  ["completed-has-result", "a pick before the result", [frozen, picked]],
  ["completed-has-result", "a sealed draw that was called off", [frozen, ofLottery(sql`status = 'cancelled'`)]],
  ["completed-has-result", "a draw that is over and not completed", [frozen, ofLottery(sql`sales_state = 'drawn'`)]],
  [
    "completed-has-result",
    "a winning ticket that was void at the freeze",
    [ofTickets(sql`void_at = now()`), frozen, picked, drawn, completed],
  ],
  [
    "completed-has-result",
    "a winner who does not hold the winning ticket",
    [
      frozen,
      picked,
      drawn,
      completed,
      () => sql`INSERT INTO users (first_name) VALUES ('Stranger')`,
      ofLottery(sql`winner_id = (SELECT id FROM users WHERE first_name = 'Stranger')`),
    ],
  ],
  [
    "prizes-have-winners",
    "a result without its reserve",
    [frozen, picked, () => sql`DELETE FROM draw_picks WHERE pick = 1`, drawn, completed],
  ],
  ["prizes-have-winners", "a second prize without a handover", [frozen, ...TWO_PRIZES, picked, drawn, completed]],
  ["prizes-have-winners", "fewer prizes than were committed to", [frozen, ...TWO_PRIZES, ofLottery(sql`further_prizes = '[]'`)]],
  [
    "prizes-have-winners",
    "a pick passed over without the rule",
    [frozen, picked, () => sql`UPDATE draw_picks SET passed_over = true WHERE pick = 1`],
  ],
  [
    "prizes-have-winners",
    "two prizes of one person under the rule",
    [frozen, ...TWO_PRIZES, picked, handedOn, drawn, completed, ...ONE_A_PERSON],
  ],
  [
    "prizes-have-winners",
    "a ticket that wins twice",
    [
      ...[frozen, ...TWO_PRIZES, picked, handedOn, drawn, completed],
      () =>
        sql`INSERT INTO winner_changes (lottery_id, place, ticket_number, reason, by_admin) VALUES (${lottery}, 2, 2, 'x', NULL)`,
    ],
  ],
  ["photos-show-winners", "a photo of a further prize without a winner", [frozen, photographed]],
  [
    "photos-show-winners",
    "a photo of a winner who objects to being named",
    [
      ...[frozen, ...TWO_PRIZES, picked, handedOn, drawn, completed, photographed],
      () => sql`UPDATE users SET name_hidden = true`,
    ],
  ],
  ["frozen", "a list of another length than was committed to", [frozen, () => sql`UPDATE draws SET n = 3`]],
  ["frozen", "a ticket after the freeze", [frozen, ofTickets(sql`purchase_date = now() + interval '1 hour'`)]],
  ["frozen", "an order after the end", [ofOrder(sql`created_at = now() + interval '40 days'`)]],
  ["held-is-holds", "stock held for nobody", [ofLottery(sql`tickets_held = 1`)]],
  [
    "held-is-holds",
    "a hold that ended long ago",
    [ofOrder(sql`state = 'reserved', pay_by = now() - interval '3 minutes'`), ofLottery(sql`tickets_held = 2`)],
  ],
  ["shares-are-holds", "a newcomer's share that nobody holds", [ofLottery(sql`tickets_held = 1, held_by_newcomers = 1`)]],
  [
    "shares-are-holds",
    "a network that holds nothing",
    [() => sql`INSERT INTO network_holds SELECT id, 'a network', 1, 5, 1, 5 FROM lotteries LIMIT 1`],
  ],
  ["within-person-limit", "a ticket more than one person may have", [ofLottery(sql`max_tickets_per_person = 1`)]],
  ["exclusion-meets-same-person", "an exclusion that ends earlier for the other account", [excludedTwice("5 months")]],
  ["within-limit", "a penny beyond the buyer's own limit", [limited(5997, "1 hour")]],
  ["mail-once", "the same mail twice", [mail(false), mail(false)]],
  ["mail-once", "an advertisement without a look at the consent", [mail(true)]],
  ["campaign-is-over", "somebody who gets a campaign twice", [campaign("sending"), toBuyer("sent"), toBuyer("queued")]],
  ["campaign-is-over", "a mail of a campaign that has not begun", [campaign("draft"), toBuyer("sent")]],
  ["campaign-is-over", "a mail that waits for what was cancelled", [campaign("cancelled"), toBuyer("queued")]],
  ["campaign-is-over", "a mail on its way for what is done", [campaign("done"), toBuyer("sending")]],
  [
    "free-is-one-card",
    "a void entry whose ticket is in",
    [entered, () => sql`UPDATE orders SET state = 'void', ended_at = now() WHERE id = ${CARD}`],
  ],
  [
    "free-is-one-card",
    "an entry whose ticket is out",
    [entered, () => sql`UPDATE tickets SET void_at = now() WHERE order_id = ${CARD}`],
  ],
  [
    "free-is-one-card",
    "a card of somebody who is long erased",
    [entered, () => sql`UPDATE users SET erased_at = now() - interval '2 hours'`],
  ],
  [
    "erased-is-empty",
    "an erased person with a former name",
    [
      () =>
        sql`UPDATE users SET email = NULL, first_name = '', last_name = '', phone = NULL, birth_date = NULL, county = NULL,
          former_names = '[{"name": "Ada"}]', erased_at = now()`,
    ],
  ],
  [
    "erased-is-empty",
    "an erased person with an address",
    [
      () =>
        sql`UPDATE users SET email = NULL, first_name = '', last_name = '', phone = NULL, birth_date = NULL, erased_at = now()`,
    ],
  ],
  [
    "journal-balances",
    "an entry with one side",
    [
      () =>
        sql`INSERT INTO journal_entries (number, day, happened_at, kind, source, lines, made_at) VALUES (1, now(), now(), 'sale', 'x', 2, now())`,
      () => sql`INSERT INTO journal_lines (entry, account, amount_pence) VALUES (1, 'sales', -1)`,
      () => sql`UPDATE journal_numbers SET entry = 1`,
    ],
  ],
  [
    "journal-has-the-orders",
    "a difference that comes from no entry",
    [() => sql`INSERT INTO open_differences SELECT ${order}, 1`],
  ],
  ["erased-is-empty", "an erased person with a name", [() => sql`UPDATE users SET erased_at = now()`]],
];

describe("a broken invariant is found", () => {
  it.each(cases)("%s: %s", async (id, _, steps) => {
    for (const step of steps) await run(step());
    expect(await broken()).toContain(id);
  });

  it("pictures-exist: a picture whose file is gone", async () => {
    await run(sql`INSERT INTO lottery_images (lottery_id, image_url, display_order, width, height, widths, placeholder)
      VALUES (${lottery}, '/media/a', 0, 1, 1, '{1}', 'data:')`);
    expect(await broken(["/media/b"])).toEqual(["pictures-exist"]);
    expect(await broken(["/media/a"])).toEqual([]);
    await run(sql`UPDATE lotteries SET winner_photo_url = '/media/c-800.webp' WHERE id = ${lottery}`);
    expect(await broken(["/media/a"])).toEqual(["pictures-exist"]);
    expect(await broken(["/media/a", "/media/c"])).toEqual([]);
  });

  it("pictures-shown: a picture that nobody saved, for two days", async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    expect(await broken(["/media/a"], hoursAgo(47))).toEqual([]);
    expect(await broken(["/media/a"], hoursAgo(49))).toEqual(["pictures-shown"]);
    await run(sql`INSERT INTO lottery_images (lottery_id, image_url, display_order, width, height, widths, placeholder)
      VALUES (${lottery}, '/media/a', 0, 1, 1, '{1}', 'data:')`);
    expect(await broken(["/media/a"], hoursAgo(49))).toEqual([]);
  });

  it("in all of them", () => {
    expect(new Set(cases.map(([id]) => id))).toEqual(new Set(INVARIANTS.map(({ id }) => id)));
  });
});
