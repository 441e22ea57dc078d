/** Kills purchases at some calls, or at each with KILL_POINTS=all: no money or ticket may be lost. */
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { stockOf } from "../orders.fixture.ts";
import { type Checkout, withCheckout } from "./checkout-com.fixture.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { sweepOrders } from "./sweep-orders.ts";

const PROGRAM = new URL("killed-purchase.fixture.ts", import.meta.url).pathname;
const HOURS_MS = 3_600_000;
const SOME = 4;
const AT_ONCE = 2;
const isLong = process.env.KILL_POINTS === "all";

let ctx: TestCtx;
let both: Checkout;
let lotteryId: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  both = await withCheckout(ctx);
  lotteryId = await makeLottery(ctx, { tickets_available: 100_000 });
});
afterAll(async () => {
  await both.simulator.stop();
  await ctx.close();
});

type Purchase = { readonly provider: PaymentProviderName; readonly quantity: number };

/** One purchase per provider, and a large one where pages capture small sums and authorise large ones. */
const PURCHASES: readonly (readonly [name: string, purchase: Purchase, points: number])[] = [
  ["stripe", { provider: "stripe", quantity: 2 }, SOME],
  ["checkout", { provider: "checkout", quantity: 2 }, SOME],
  ["stripe, authorised", { provider: "stripe", quantity: 9 }, 2],
];

/** Runs the purchase up to a point. @returns the names of the points that it passed, and its order's buyer */
async function run(
  { provider, quantity }: Purchase,
  killAt: number,
): Promise<{ points: string[]; signal: NodeJS.Signals | null; buyerId: string }> {
  const buyer = await makeUser(ctx);
  const simulatorUrl = provider === "stripe" ? ctx.simulatorUrl : both.simulator.url;
  const task = { databaseUrl: ctx.databaseUrl, provider, simulatorUrl, lotteryId, quantity, buyer, killAt };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(task)], { stdio: ["ignore", "pipe", "inherit"] });
  const points: string[] = [];
  createInterface(child.stdout).on("line", (line) => points.push(line));
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.once("close", (_code, by) => resolve(by)));
  return { points, signal, buyerId: buyer.id };
}

/** Each sends some of the refunds that are due. */
const ROUNDS = 5;

/** Runs the timers of the next process at once. */
async function nextDay(): Promise<void> {
  ctx.setNow(new Date(Date.now() + 2 * HOURS_MS));
  await sweepOrders(both.ctx);
  for (let round = 0; round < ROUNDS; round++) await reconcilePayments(both.ctx);
  await sweepOrders(both.ctx);
  ctx.setNow(undefined);
}

/** A buyer's orders, each with the result of its payment. */
async function endsOf(buyerId: string): Promise<string[]> {
  const orders = await ctx.db
    .selectFrom("orders")
    .select(({ selectFrom }) => [
      "state",
      "captured_pence",
      "refunded_pence",
      selectFrom("tickets")
        .whereRef("order_id", "=", "orders.id")
        .where("void_at", "is", null)
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .as("tickets"),
    ])
    .where("user_id", "=", buyerId)
    .execute();
  return orders.map(({ state, captured_pence, refunded_pence, tickets }) => {
    const part = refunded_pence < captured_pence ? "a part back" : "all back";
    return `${state}: ${captured_pence > 0 ? "paid" : "nothing paid"}, ${refunded_pence > 0 ? part : "nothing back"}, ${tickets ?? 0} tickets`;
  });
}

const goodEnds = (quantity: number) => [
  `paid: paid, nothing back, ${quantity} tickets`,
  `paid: paid, a part back, ${quantity - 1} tickets`,
  "refunded: paid, all back, 0 tickets",
  "expired: nothing paid, nothing back, 0 tickets",
];

/** `npm run stress` prints it. */
async function tell(name: string, kills: number, points: number): Promise<void> {
  await mkdir("test-results", { recursive: true });
  await writeFile(`test-results/stress-kills-${name.replace(", ", "-")}.json`, JSON.stringify({ kills, points }));
}

/** Paid pages at the provider that no order knows. */
async function ledgerAgrees(): Promise<string[]> {
  const reply = await fetch(`${ctx.simulatorUrl}/_simulator/ledger`);
  const { sessions } = (await reply.json()) as { sessions: { id: string; payment_status: string }[] };
  const known = await ctx.db
    .selectFrom("orders")
    .select(["payment_session_id", "payment_intent_id"])
    .where("captured_pence", ">", 0)
    .execute();
  const ids = new Set(known.map(({ payment_session_id: id }) => id));
  const intents = new Set(known.map(({ payment_intent_id: id }) => id));
  const { payments } = await both.ledger();
  return [
    ...sessions.filter(({ id, payment_status: status }) => status === "paid" && !ids.has(id)),
    ...payments.filter(({ id, captured }) => captured > 0 && !intents.has(id)),
  ].map(({ id }) => id);
}

it.each(PURCHASES)(
  "a purchase that is killed at any point ends well, by %s",
  { timeout: isLong ? 1_800_000 : 120_000 },
  async (name, purchase, some) => {
    const completeRun = await run(purchase, 0);
    const good = goodEnds(purchase.quantity);
    expect(completeRun.points.at(-1)).toBe("done");
    expect((await endsOf(completeRun.buyerId)).toSorted()).toEqual(good.slice(2).toSorted());
    const count = completeRun.points.length - 1;
    expect(count).toBeGreaterThan(30);
    const all = Array.from({ length: count }, (_, i) => i + 1);
    // A fixed selection, spread over the whole.
    const queue = isLong ? all : Array.from({ length: some }, (_, i) => Math.round(((i + 0.5) * count) / some));
    const killed: { at: string; buyerId: string }[] = [];
    const work = async () => {
      for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
        const { points, signal, buyerId } = await run(purchase, at);
        expect(signal, `at point ${at} of ${count}`).toBe("SIGKILL");
        killed.push({ at: points.at(-1) ?? "", buyerId });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await nextDay();
    for (const { at, buyerId } of killed) for (const end of await endsOf(buyerId)) expect(good, `killed ${at}`).toContain(end);
    expect(await stockOf(ctx, lotteryId)).toMatchObject({ held: 0 });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
    expect(await ledgerAgrees()).toEqual([]);
    if (isLong) await tell(name, killed.length, count);
  },
);
