/** A closed month accepts no entries; later findings are booked in the open month. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { addDays, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import type { FILE_FORMATS } from "../../rules/files.ts";
import { monthOf, nextMonth } from "../../rules/month.ts";
import { balances, buy, refundAtProvider, payOut } from "../books.fixture.ts";
import { enterPrizeCost } from "../enter-prize-cost.ts";
import { exportBooks } from "../export-books.ts";
import { listPayouts, listProfits, showMonth } from "../read-books.ts";
import { setVat } from "../set-vat.ts";
import { closeMonth } from "./close-month.ts";
import { findCostAction, findJournalAction } from "./journal-actions.ts";
import { updateJournal } from "./update-journal.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(undefined));

/** Real events happen now, as the provider's clock cannot lag; the month is closed a month later. */
const inNextMonth = () => ctx.setNow(new Date(`${nextMonth(monthOf(londonDate(new Date())))}T12:00:00Z`));
const thisMonth = () => monthOf(londonDate(new Date()));

async function piecesOf(format: (typeof FILE_FORMATS)[number], month = thisMonth()) {
  const exported = await exportBooks(ctx, COMMAND, { month, format });
  if (!exported.ok) throw new Error(exported.error);
  let text = "";
  for await (const piece of exported.value) text += piece;
  return text.trimEnd().split("\r\n");
}

describe("VAT", () => {
  it("is none until a code is set, and applies from its day on", async () => {
    const before = await showMonth(ctx, COMMAND, undefined);
    expect(before.ok && before.value.vat.map(({ code, points }) => [code, points])).toEqual(Array(3).fill([undefined, 0]));
    await buy(ctx, 1);
    await updateJournal(ctx);
    expect((await balances(ctx)).vat).toBeUndefined();
    const standard = { appliesTo: "sales", code: "20% (VAT on Income)", points: 2000, from: londonDate(new Date()) } as const;
    expect(await setVat(ctx, COMMAND, { ...standard, from: "2020-01-01" })).toMatchObject({ error: "past" });
    expect(await setVat(ctx, COMMAND, standard)).toMatchObject({ ok: true });
    // A future code is listed until it applies.
    const later = { ...standard, code: "Exempt", points: 0, from: addDays(londonDate(new Date()), 30) };
    for (const points of [500, 0]) expect(await setVat(ctx, COMMAND, { ...later, points })).toMatchObject({ ok: true });
    const shown = await showMonth(ctx, COMMAND, undefined);
    expect(shown.ok && shown.value.vat).toMatchObject([
      { group: "sales", points: 2000, later: [later] },
      { later: [] },
      { later: [] },
    ]);
    const bought = await buy(ctx, 1);
    await updateJournal(ctx);
    // Of £29.99; the sale before it was without.
    expect((await balances(ctx)).vat).toBe(-500);
    await refundAtProvider(ctx, bought);
    await updateJournal(ctx);
    expect((await balances(ctx)).vat).toBeUndefined();
    expect((await piecesOf("documents")).map((line) => line.split(",").slice(4, 7))).toContainEqual([
      "29.99",
      "5",
      "20% (VAT on Income)",
    ]);
  });
});

describe("a prize", () => {
  it("is booked as entered, can be reversed, and reduces the profit of its draw", async () => {
    const lottery = await makeLottery(ctx);
    await buy(ctx, 4, lottery);
    const cost = { lotteryId: lottery, amount: 5_000, day: londonDate(new Date()), note: "Invoice 1" };
    expect(await enterPrizeCost(ctx, COMMAND, { ...cost, day: "2999-01-01" })).toMatchObject({ error: "future" });
    expect(await enterPrizeCost(ctx, COMMAND, { ...cost, lotteryId: await makeLottery(ctx, { status: "draft" }) })).toMatchObject(
      { error: "no_draw" },
    );
    expect(await enterPrizeCost(ctx, COMMAND, cost)).toMatchObject({ ok: true });
    await updateJournal(ctx);
    const profit = async () => {
      const listed = await listProfits(ctx, COMMAND, 1);
      return listed.ok ? listed.value.draws.find(({ lotteryId }) => lotteryId === lottery)?.sums : undefined;
    };
    expect(await profit()).toMatchObject({ prize_costs: 5_000, owed_for_prizes: -5_000 });
    await enterPrizeCost(ctx, COMMAND, { ...cost, amount: -5_000, note: "Wrong draw" });
    expect(await profit()).not.toHaveProperty("owed_for_prizes", -5_000);
  });

  it("of the oldest draw can be entered, however many draws follow", async () => {
    const oldest = await makeLottery(ctx);
    for (let n = 0; n < 201; n += 1) await makeLottery(ctx);
    const listed = await listProfits(ctx, COMMAND, 1);
    expect(listed.ok && listed.value.choices.some(({ id }) => id === oldest)).toBe(true);
  });

  it.each([
    ["25,000", 2_500_000],
    ["£25,000.50", 2_500_050],
    ["-1,234,567", -123_456_700],
    ["1 234,50", 123_450],
    ["12,5", 1_250],
    ["25,0000.5", undefined],
    ["0,125", undefined],
  ])("that is typed as %s costs as much", async (amount, expected) => {
    const lotteryId = await makeLottery(ctx);
    const day = londonDate(new Date());
    const form = new URLSearchParams({ intent: "cost", lotteryId, amount, day, note: "Typed" });
    expect((await findCostAction(ctx, COMMAND, form)?.())?.ok).toBe(expected !== undefined);
    const costs = await ctx.db.selectFrom("prize_costs").select("amount_pence").where("lottery_id", "=", lotteryId).execute();
    expect(costs.map(({ amount_pence }) => amount_pence)).toEqual(expected === undefined ? [] : [expected]);
  });

  it("that was entered before its VAT was set is reversed without VAT, and linked", async () => {
    const lottery = await makeLottery(ctx);
    const cost = { lotteryId: lottery, amount: 12_000, day: londonDate(new Date()), note: "Invoice 2" };
    await enterPrizeCost(ctx, COMMAND, cost);
    const standard = { appliesTo: "prizes", code: "20% (VAT on Expenses)", points: 2000, from: cost.day } as const;
    expect(await setVat(ctx, COMMAND, standard)).toMatchObject({ ok: true });
    for (const amount of [-12_000, 12_000, 12_000, -12_000]) await enterPrizeCost(ctx, COMMAND, { ...cost, amount });
    const { rows } = await ctx.owner.query(
      `SELECT e.number::int, e.corrects::int, (SELECT max(vat_code) FROM journal_lines WHERE entry = e.number) AS code,
         (SELECT amount_pence::int FROM journal_lines WHERE entry = e.number AND account = 'vat') AS vat
       FROM journal_entries e WHERE lottery_id = $1 ORDER BY number`,
      [lottery],
    );
    const [first = { number: 0 }, , , third = { number: 0 }] = rows;
    const { code } = standard;
    expect(rows).toMatchObject([
      { corrects: null, code: null, vat: null },
      { corrects: first.number, code: null, vat: null },
      { corrects: null, code, vat: 2_000 },
      { corrects: null, code, vat: 2_000 },
      { corrects: third.number, code, vat: -2_000 },
    ]);
  });

  it("that is submitted twice by one form is entered once", async () => {
    const lotteryId = await makeLottery(ctx);
    const fields = { intent: "cost", lotteryId, amount: "100", day: londonDate(new Date()), note: "Twice" };
    const send = (changes: Readonly<Record<string, string>>) =>
      findCostAction(ctx, COMMAND, new URLSearchParams({ ...fields, ...changes }))?.();
    const requestKey = randomUUID();
    for (const amount of ["100", "100", "200"]) expect(await send({ requestKey, amount })).toMatchObject({ ok: true });
    expect(await send({ requestKey: randomUUID() })).toMatchObject({ ok: true });
    expect(await send({ requestKey: "x" })).toMatchObject({ ok: true });
    const costs = await ctx.db.selectFrom("prize_costs").select("amount_pence").where("lottery_id", "=", lotteryId).execute();
    expect(costs.map(({ amount_pence }) => amount_pence).sort()).toEqual([10_000, 10_000, 10_000, 20_000]);
  });

  it("is entered and acknowledged even if the journal cannot be written", async () => {
    const cost = { lotteryId: await makeLottery(ctx), amount: 100, day: londonDate(new Date()), note: "Busy" };
    const times = [ctx.now()];
    const now = () => times.pop() ?? expect.fail("the journal cannot be written");
    await buy(ctx, 1);
    expect(await enterPrizeCost({ ...ctx, now }, COMMAND, cost)).toMatchObject({ ok: true });
    await updateJournal(ctx);
    const entries = ctx.db.selectFrom("journal_entries").select("kind").where("lottery_id", "=", cost.lotteryId);
    expect(await entries.execute()).toEqual([{ kind: "prize_cost" }]);
  });
});

describe("a payout", () => {
  it("is reconciled to the penny, and names the order that is missing in the books", async () => {
    const bought = await buy(ctx, 1);
    await payOut(ctx);
    await updateJournal(ctx);
    const shown = async () => {
      const listed = await listPayouts(ctx, COMMAND, 1);
      return listed.ok ? listed.value.payouts[0] : undefined;
    };
    expect(await shown()).toMatchObject({ reconciled: "reconciled", differences: [] });
    // Simulates a refund recorded by the shop that the provider has never made.
    const { rows } = await ctx.owner.query(
      `INSERT INTO refunds (order_id, amount_pence, reason, state, done_at, sent_at) VALUES ($1, 100, 'staff', 'succeeded', now(), now()) RETURNING id`,
      [bought.orderId],
    );
    await updateJournal(ctx);
    const number = await ctx.db
      .selectFrom("orders")
      .select("order_number")
      .where("id", "=", bought.orderId)
      .executeTakeFirstOrThrow();
    expect(await shown()).toMatchObject({
      reconciled: "differs",
      differences: [{ orderId: bought.orderId, orderNumber: number.order_number, amount: -100 }],
    });
    await ctx.owner.query("UPDATE refunds SET state = 'failed', failed_at = now() WHERE id = $1", [rows[0].id]);
    await updateJournal(ctx);
    expect(await shown()).toMatchObject({ reconciled: "reconciled" });
  });

  it("that includes an earlier, returned payout contains nothing foreign", async () => {
    const before = await balances(ctx);
    await ctx.owner.query(
      `INSERT INTO payouts (provider, id, amount_pence, state, is_told, created_at, arrives_on)
       VALUES ('stripe', 'po_again', 500, 'paid', true, now() + interval '1 day', current_date + 3)`,
    );
    await ctx.owner.query(
      `INSERT INTO balance_moves (provider, id, kind, amount_pence, fee_pence, at, description, payout_id)
       VALUES ('stripe', 'txn_came_back', 'payout_reversal', 500, 0, now(), 'STRIPE PAYOUT FAILURE', 'po_again')`,
    );
    const listed = await listPayouts(ctx, COMMAND, 1);
    const again = listed.ok ? listed.value.payouts.find(({ id }) => id === "po_again") : undefined;
    expect(again).toMatchObject({ moves: 1, foreign: 0, reconciled: "reconciled" });
    await updateJournal(ctx);
    expect((await balances(ctx)).bank).toBe((before.bank ?? 0) - 500);
  });
});

describe("files", () => {
  it("balance day by day, in the columns of Xero and QuickBooks Online", async () => {
    await updateJournal(ctx);
    const [head, ...rows] = await piecesOf("xero");
    expect(head).toBe(
      "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2",
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row.split(",")[5]) * 100), 0)).toBe(0);
    expect(rows[0]).toMatch(/^Concours \d{4}-\d\d-\d\d,\d\d\/\d\d\/\d{4},/);
    const [titles, ...lines] = await piecesOf("quickbooks");
    expect(titles).toBe("JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name");
    const side = (at: number) => lines.reduce((sum, line) => sum + Math.round(Number(line.split(",")[at]) * 100), 0);
    expect(side(3)).toBe(side(4));
    expect((await piecesOf("xero-bank"))[0]).toBe("*Date,*Amount,Payee,Description,Reference,Check Number");
    expect((await piecesOf("quickbooks-bank"))[0]).toBe("Date,Description,Amount");
    expect((await piecesOf("journal")).length).toBeGreaterThan(rows.length);
  });
});

describe("a month", () => {
  it("cannot be closed before its end, and accepts nothing once closed", async () => {
    const bought = await buy(ctx, 2);
    await updateJournal(ctx);
    expect(await closeMonth(ctx, COMMAND, thisMonth())).toMatchObject({ error: "not_over" });
    inNextMonth();
    expect(await closeMonth(ctx, COMMAND, thisMonth())).toMatchObject({ ok: true });
    expect(await closeMonth(ctx, COMMAND, thisMonth())).toMatchObject({ error: "closed" });
    const before = await piecesOf("journal");
    const statement = await piecesOf("xero-bank");

    // Direct SQL with the rights of the tables' owner.
    const { rows } = await ctx.owner.query("SELECT max(number)::int AS last FROM journal_entries");
    const slip = (number: number) =>
      ctx.owner.query(
        `INSERT INTO journal_entries (number, day, happened_at, kind, source, lines, made_at) VALUES ($1, $2, now(), 'sale', 'slipped in', 2, now())`,
        [number, thisMonth()],
      );
    await expect(slip(rows[0].last + 1)).rejects.toMatchObject({ constraint: "journal_month_closed" });
    await expect(ctx.owner.query("UPDATE journal_lines SET amount_pence = 1")).rejects.toThrow("append-only");
    await expect(ctx.owner.query("DELETE FROM closed_months")).rejects.toThrow("append-only");

    const cost = { lotteryId: await makeLottery(ctx), amount: 100, day: londonDate(new Date()), note: "Late" };
    expect(await enterPrizeCost(ctx, COMMAND, cost)).toMatchObject({ error: "closed" });

    // A late event of the closed month is booked on the first day of the open one, with a link.
    await refundAtProvider(ctx, bought);
    await ctx.owner.query("UPDATE refunds SET done_at = $2 WHERE order_id = $1", [bought.orderId, new Date()]);
    await updateJournal(ctx);
    expect(await piecesOf("journal")).toEqual(before);
    expect(await piecesOf("xero-bank")).toEqual(statement);
    expect((await piecesOf("xero-bank", nextMonth(thisMonth()))).map((line) => line.split(",")[1])).toContain("-59.98");
    const sale = await ctx.db
      .selectFrom("booked_orders")
      .select("sale_entry")
      .where("order_id", "=", bought.orderId)
      .executeTakeFirst();
    const late = await ctx.db
      .selectFrom("journal_entries")
      .select(["day", "corrects"])
      .where("order_id", "=", bought.orderId)
      .where("kind", "=", "refund")
      .executeTakeFirst();
    expect(late).toEqual({ day: nextMonth(thisMonth()), corrects: sale?.sale_entry });
  });

  it("is closed only after those before it, in the database as well", async () => {
    ctx.setNow(new Date(Date.now() + 100 * 86_400_000));
    const third = nextMonth(nextMonth(thisMonth()));
    expect(await closeMonth(ctx, COMMAND, third)).toMatchObject({ error: "earlier_open" });
    await expect(
      ctx.owner.query("INSERT INTO closed_months (month, closed_at, last_entry) VALUES ($1, now(), 1)", [third]),
    ).rejects.toMatchObject({ constraint: "months_close_in_order" });
  });

  it("has no unbalanced entry and no gap, also with direct SQL", async () => {
    const day = nextMonth(nextMonth(thisMonth()));
    const entry = (number: string) =>
      `INSERT INTO journal_entries (number, day, happened_at, kind, source, lines, made_at)
       SELECT ${number}, '${day}', now(), 'sale', 'one side', 2, now()`;
    const last = "(SELECT max(number) FROM journal_entries)";
    await expect(ctx.owner.query(entry(`${last} + 2`))).rejects.toMatchObject({ constraint: "journal_numbers_dense" });
    await expect(ctx.owner.query(entry(`${last} + 1`))).rejects.toMatchObject({ constraint: "journal_entry_balances" });
    await expect(
      ctx.owner.query(`INSERT INTO journal_lines (entry, account, amount_pence) VALUES (1, 'elsewhere', 1)`),
    ).rejects.toMatchObject({ constraint: "journal_entry_balances" });
    await expect(
      ctx.owner.query(`INSERT INTO documents (kind, number, entry, order_id, amount_pence, vat_pence)
        SELECT 'receipt', 1000000, number, order_id, 1, 0 FROM journal_entries WHERE kind = 'charge' LIMIT 1`),
    ).rejects.toMatchObject({ constraint: "document_numbers_dense" });
  });

  it("is not closed in the first hour after it, nor silently if a provider does not report its balance", async () => {
    const month = nextMonth(thisMonth());
    const first = ctx.payments.all[0];
    const dead = () => {
      throw new Error("Invalid API key provided");
    };
    const all = [{ ...first, balance: { listMoves: dead, listMovesOf: dead, listPayouts: dead } }] as const;
    const silent = { ...ctx, payments: { ...ctx.payments, all } };
    ctx.setNow(new Date(startOfLondonDay(nextMonth(month)).getTime() + 59 * 60_000));
    expect(await closeMonth(ctx, COMMAND, month)).toMatchObject({ error: "not_over" });
    ctx.setNow(new Date(startOfLondonDay(nextMonth(month)).getTime() + 61 * 60_000));
    expect(await closeMonth(silent, COMMAND, month)).toMatchObject({ error: "not_told" });
    ctx.setNow(undefined);
    const press = (fields: Readonly<Record<string, string>>) =>
      findJournalAction(silent, COMMAND, new URLSearchParams(fields))?.();
    expect(await press({ intent: "keep" })).toEqual({ ok: false, error: "not_told" });
    const close = { intent: "close", month: "2020-01" };
    expect(await press(close)).toEqual({ ok: false, error: "not_told" });
    expect(await press({ ...close, without: "untold" })).toMatchObject({ ok: true });
    const { rows } = await ctx.owner.query(
      `SELECT after->>'not_told' AS untold FROM audit_log WHERE action = 'books.close' AND subject_id = $1`,
      ["2020-01-01"],
    );
    expect(rows).toEqual([{ untold: first.name }]);
  });

  it("is never closed if a provider's report cannot be read, as its movements would be missing", async () => {
    const first = ctx.payments.all[0];
    const odd = () => {
      throw new RangeError("Not a whole number of pence: NaN");
    };
    const all = [{ ...first, balance: { listMoves: odd, listMovesOf: odd, listPayouts: odd } }] as const;
    const unread = { ...ctx, payments: { ...ctx.payments, all } };
    await expect(closeMonth(unread, COMMAND, "2020-02-01", { withoutUnreported: true })).rejects.toThrow("Not a whole number");
  });

  it("is not closed by the clock of a machine that is fast", async () => {
    const month = thisMonth();
    inNextMonth();
    const close = () => findJournalAction(ctx, COMMAND, new URLSearchParams({ intent: "close", month: month.slice(0, 7) }))?.();
    expect(await close()).toEqual({ ok: false, error: "not_over" });
  });
});

it("a statement of thousands of lines has each of them once, in order, in batches", async () => {
  // Three in each second, so that batches end between lines of one time. A fee has its own line.
  await ctx.owner.query(
    `INSERT INTO balance_moves (provider, id, kind, amount_pence, fee_pence, at, description)
     SELECT 'stripe', 'txn_many_' || to_char(i, 'FM00000'), 'charge', i, CASE WHEN i % 2 = 0 THEN 1 ELSE 0 END,
       '2031-01-31T22:00:00Z'::timestamptz + i / 3 * interval '1 second', 'Many' FROM generate_series(1, 1700) i`,
  );
  const [head, ...lines] = await piecesOf("xero-bank", "2031-01-01");
  expect(head).toContain("*Date");
  const names = lines.filter((line) => line.includes(",Many,")).map((line) => line.split(",")[4]);
  expect(names).toEqual(Array.from({ length: 1700 }, (_, i) => `txn_many_${String(i + 1).padStart(5, "0")}`));
  expect(lines.filter((line) => line.includes(",Fee,"))).toHaveLength(850);
  expect((await piecesOf("xero-bank", "2031-02-01")).filter((line) => line.includes(",Many,"))).toEqual([]);
});
