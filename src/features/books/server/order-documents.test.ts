/** Receipts and credit notes have numbers without gaps, under concurrency and rollbacks. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { lockOrderSaleAndSpender } from "#features/orders/server/refunds/lottery-state-store.ts";
import { lockOrder } from "#features/orders/server/store.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openDb, openPool, type Tx } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import type { DocumentKind } from "#shared/states.ts";
import { monthOf, nextMonth } from "../rules/month.ts";
import { buy, failRefund, refundAtProvider } from "./books.fixture.ts";
import { closeMonth } from "./journal/close-month.ts";
import { lockJournal } from "./journal/journal-store.ts";
import { bookAll, bookOrdersNow, updateJournal } from "./journal/update-journal.ts";
import { bookedDocuments, listOrderDocuments } from "./order-documents.ts";
import { setVat } from "./set-vat.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(undefined));

async function numbersOf(kind: DocumentKind): Promise<number[]> {
  const rows = await ctx.db.selectFrom("documents").select("number").where("kind", "=", kind).orderBy("number").execute();
  return rows.map(({ number }) => number);
}
const dense = (numbers: readonly number[]) => expect(numbers).toEqual(numbers.map((_, i) => i + 1));

/** A connection that is lost before the commit. */
const lost = () => ({
  ...ctx,
  db: {
    selectFrom: ctx.db.selectFrom.bind(ctx.db),
    transaction: () => ({
      execute: (work: (tx: Tx) => Promise<unknown>) =>
        ctx.db.transaction().execute(async (tx) => {
          await work(tx);
          throw new Error("the connection was lost");
        }),
    }),
  } as unknown as TestCtx["db"],
});

describe("the documents of an order", () => {
  it("are a receipt, a credit note for each refund, and a debit note for one that comes back", async () => {
    const bought = await buy(ctx, 3);
    expect(await listOrderDocuments(ctx, bought.orderId)).toEqual([]);
    const [receipt] = await bookedDocuments(ctx)(bought.orderId);
    expect(receipt).toMatchObject({ kind: "receipt", number: "R-000001", amount: 8997, vat: 0, refundId: undefined });
    const refund = await refundAtProvider(ctx, bought, 1000);
    const [, note] = await bookedDocuments(ctx)(bought.orderId);
    const row = await ctx.db.selectFrom("refunds").select("id").where("order_id", "=", bought.orderId).executeTakeFirstOrThrow();
    expect(note).toMatchObject({ kind: "credit_note", number: "CN-000001", amount: 1000, refundId: row.id });
    await failRefund(ctx, bought, refund);
    const papers = await bookedDocuments(ctx)(bought.orderId);
    expect(papers.map(({ number }) => number)).toEqual(["R-000001", "CN-000001", "DN-000001"]);
    expect(await bookedDocuments(ctx)(bought.orderId)).toEqual(papers);
  });

  it("state their VAT", async () => {
    const from = londonDate(ctx.now());
    await setVat(ctx, { kind: "command" }, { appliesTo: "sales", code: "20%", points: 2000, from });
    const [receipt] = await bookedDocuments(ctx)((await buy(ctx, 1)).orderId);
    expect(receipt).toMatchObject({ amount: 2999, vat: 500, vatPoints: 2000 });
  });

  it("have no gap under concurrent requests, runs and lost transactions", async () => {
    const lottery = await makeLottery(ctx);
    const orders: string[] = [];
    for (let i = 0; i < 12; i++) orders.push((await buy(ctx, 1, lottery)).orderId);
    const tries = orders.flatMap((orderId, i) => [
      bookOrdersNow(ctx, [orderId]),
      bookOrdersNow(ctx, [orderId]),
      ...(i % 3 === 0 ? [bookOrdersNow(lost(), [orderId]).catch(String)] : []),
      ...(i % 4 === 0 ? [bookAll(ctx)] : []),
    ]);
    await Promise.all(tries);
    const papers = await Promise.all(orders.map((orderId) => listOrderDocuments(ctx, orderId)));
    expect(papers.map((each) => each.length)).toEqual(orders.map(() => 1));
    dense(await numbersOf("receipt"));
    // The next document gets the number of a rollback.
    const last = (await numbersOf("receipt")).length;
    const { orderId } = await buy(ctx, 1, lottery);
    expect(await bookOrdersNow(lost(), [orderId]).catch(String)).toContain("the connection was lost");
    expect(await listOrderDocuments(ctx, orderId)).toEqual([]);
    const next = (await buy(ctx, 1, lottery)).orderId;
    expect((await bookedDocuments(ctx)(next))[0]?.number).toBe(`R-${String(last + 1).padStart(6, "0")}`);
    expect((await bookedDocuments(ctx)(orderId))[0]?.number).toBe(`R-${String(last + 2).padStart(6, "0")}`);
    dense(await numbersOf("receipt"));
  });

  it("are booked while another transaction locks the order, its draw and its buyer", async () => {
    const { orderId } = await buy(ctx, 1);
    const creating = ctx.db.transaction().execute(async (tx) => {
      await lockOrderSaleAndSpender(tx, orderId);
      await lockOrder(tx, orderId);
      // A deadlock would otherwise wait for ever.
      const late = new Promise<never>((_, reject) => setTimeout(reject, 5_000, new Error("it waits for the locks")));
      return Promise.race([bookedDocuments(ctx)(orderId), late]);
    });
    expect(await creating).toHaveLength(1);
  });

  it("of a closed month keep their numbers, and later ones count in the open month", async () => {
    const bought = await buy(ctx, 1);
    await updateJournal(ctx);
    const before = await listOrderDocuments(ctx, bought.orderId);
    const month = monthOf(londonDate(new Date()));
    ctx.setNow(new Date(`${nextMonth(month)}T12:00:00Z`));
    expect(await closeMonth(ctx, { kind: "command" }, month)).toMatchObject({ ok: true });
    await refundAtProvider(ctx, bought);
    const after = await bookedDocuments(ctx)(bought.orderId);
    expect(after.slice(0, 1)).toEqual(before);
    const counted = await ctx.db
      .selectFrom("journal_entries")
      .select("day")
      .where("source", "like", `refund:${after[1]?.refundId}:%`)
      .executeTakeFirstOrThrow();
    expect(counted.day).toBe(nextMonth(month));
    dense(await numbersOf("credit_note"));
  });

  it("do not block mails if the journal cannot be written", async () => {
    const { orderId } = await buy(ctx, 1);
    expect(await bookedDocuments(lost())(orderId)).toEqual([]);
  });

  it("wait for a locked journal once, and not once for each mail", async () => {
    const orders: string[] = [];
    for (let i = 0; i < 12; i++) orders.push((await buy(ctx, 1)).orderId);
    const lockMs = 400;
    const pool = openPool(ctx.databaseUrl, ctx.log, 2, { lockMs });
    const waited = await ctx.db.transaction().execute(async (tx) => {
      await lockJournal(tx);
      const begun = performance.now();
      const papers = await Promise.all(orders.map(bookedDocuments({ ...ctx, db: openDb(pool) })));
      expect(papers.flat()).toEqual([]);
      return performance.now() - begun;
    });
    expect(waited).toBeLessThan(4 * lockMs);
    await pool.end();
  });

  it("are booked together, or individually if that fails", async () => {
    const orders = [await buy(ctx, 1), await buy(ctx, 1), await buy(ctx, 1)].map(({ orderId }) => orderId);
    let tries = 0;
    const db = {
      selectFrom: ctx.db.selectFrom.bind(ctx.db),
      // All three are lost, then the second of them alone.
      transaction: () => (++tries === 1 || tries === 3 ? lost() : ctx).db.transaction(),
    } as unknown as TestCtx["db"];
    const papers = await Promise.all(orders.map(bookedDocuments({ ...ctx, db })));
    expect(papers.map((each) => each.length)).toEqual([1, 0, 1]);
    expect(tries).toBe(4);
    dense(await numbersOf("receipt"));
    expect(await bookedDocuments(ctx)(orders[1] ?? "")).toHaveLength(1);
  });

  it("do not exist for unpaid orders", async () => {
    expect(await bookedDocuments(ctx)("7d1f4d5e-2f38-4f5c-8b8e-3f0e7c9f5a10")).toEqual([]);
  });
});
