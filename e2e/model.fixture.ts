/** What a shop should be, in a few lines: stock and money of a draw as plain numbers. Commands do the same to it and to a real shop, then compare. */
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { advanceDraws } from "#features/draws/server/advance-draws.ts";
import { sweepOrders } from "#features/orders/server/sweep-orders.ts";
import type { Administrator } from "./administrator.fixture.ts";
import type { Beside } from "./beside.fixture.ts";
import { payAtProvider, sessionIdOf } from "./books.fixture.ts";
import type { Program } from "./program.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";

const REASON = "Because of the model.";
const DECLINED = "4000000000000002";
const PATIENCE_MS = 30_000;

type Order = {
  readonly id: string;
  readonly sessionId: string;
  readonly buyer: number;
  readonly quantity: number;
  /** "owed": the refund failed, and the money is with the shop again. */
  state: "awaiting" | "paid" | "expired" | "back" | "owed";
};
/** `sales`: "drawn" once it has its winner. */
export type Model = {
  available: number;
  sales: "open" | "cancelled" | "drawn" | "gone";
  readonly orders: Order[];
  readonly erased: Set<number>;
};
export type Real = {
  readonly shop: ShopAddress;
  readonly beside: Beside;
  readonly lotteryId: string;
  readonly buyers: readonly Program[];
  readonly administrator: Administrator;
};
type Command = fc.AsyncCommand<Model, Real>;

export const newModel = (available: number): Model => ({ available, sales: "open", orders: [], erased: new Set() });

const sumOf = (model: Model, state: Order["state"]) =>
  model.orders.reduce((sum, order) => sum + (order.state === state ? order.quantity : 0), 0);

/** What the model says of the stock; the shop must say the same, at the latest when what is under way has ended. */
function stockOf(model: Model) {
  return model.sales === "gone"
    ? undefined
    : { available: model.available, sold: sumOf(model, "paid"), held: sumOf(model, "awaiting") };
}

async function realStock({ beside, lotteryId }: Real) {
  const row = await beside.ctx.db
    .selectFrom("lotteries")
    .select(["tickets_available", "tickets_sold", "tickets_held"])
    .where("id", "=", lotteryId)
    .executeTakeFirst();
  return row && { available: row.tickets_available, sold: row.tickets_sold, held: row.tickets_held };
}

async function eventually<T>(what: string, look: () => Promise<T>, wanted: T): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = JSON.stringify(await look());
    if (seen === JSON.stringify(wanted)) return;
    if (performance.now() > end) throw new Error(`${what}: ${seen} instead of ${JSON.stringify(wanted)}`);
    await sleep(50);
  }
}

function need(what: string, seen: unknown, wanted: unknown): void {
  if (seen !== wanted) throw new Error(`${what}: ${String(seen)} instead of ${String(wanted)}`);
}

function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Command {
  return {
    check,
    toString: () => name,
    async run(model, real) {
      await run(model, real);
      await eventually(`${name}: the stock`, () => realStock(real), stockOf(model));
    },
  };
}

const hasOrder = (model: Model) => model.orders.length > 0;
function pick(model: Model, n: number): Order {
  const order = model.orders[n % model.orders.length];
  if (!order) throw new Error("There is an order");
  return order;
}

const buy = (who: number, quantity: number) =>
  command(`buy(${who}, ${quantity})`, async (model, real) => {
    const buyer = real.buyers[who];
    if (!buyer) throw new Error("There is such a buyer");
    // Of one draw a buyer has one page: the next takes the place of the former, if it is not refused.
    const former = model.orders.find((order) => order.buyer === who && order.state === "awaiting");
    const left = model.available - sumOf(model, "paid") - sumOf(model, "awaiting") + (former?.quantity ?? 0);
    const wanted = model.erased.has(who)
      ? 401
      : model.sales === "gone"
        ? 404
        : model.sales !== "open" || quantity > left
          ? 409
          : 200;
    const reply = await buyer.checkout(real.lotteryId, { tickets: { quantity, unitPrice: 29.99 } });
    need(`buying answers ${JSON.stringify(reply.body)}`, reply.status, wanted);
    if (wanted !== 200) return;
    if (former) former.state = "expired";
    const { orderId, url } = reply.body as { orderId: string; url: string };
    model.orders.push({ id: orderId, sessionId: sessionIdOf(url), buyer: who, quantity, state: "awaiting" });
  });

const payFor = (n: number) =>
  command(
    `pay(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const reply = await payAtProvider(real.shop, order.sessionId);
      need("the page takes money", reply.ok, order.state === "awaiting");
      if (order.state === "awaiting") order.state = "paid";
    },
    hasOrder,
  );

const decline = (n: number) =>
  command(
    `decline(${n})`,
    async (model, real) => {
      const reply = await payAtProvider(real.shop, pick(model, n).sessionId, DECLINED);
      need("the page takes a declined card", reply.ok, false);
    },
    hasOrder,
  );

const expire = (n: number) =>
  command(
    `expire(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const closed = await real.beside.ctx.payments.expirePage(order.sessionId);
      // The shop hears of it from the provider.
      need("the page can be closed", closed.ok, order.state === "awaiting");
      if (order.state === "awaiting") order.state = "expired";
    },
    hasOrder,
  );

const turnBack = (n: number) =>
  command(
    `turnBack(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const buyer = real.buyers[order.buyer];
      if (!buyer || model.erased.has(order.buyer)) return;
      const headers = { Authorization: `Bearer ${buyer.token}` };
      await fetch(`${real.shop.url}/success?canceled=true&order=${order.id}`, { headers, redirect: "manual" });
      if (order.state === "awaiting") order.state = "expired";
    },
    hasOrder,
  );

const refund = (n: number) =>
  command(
    `refund(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const status = await real.administrator.send(`/admin/orders/${order.id}`, { intent: "refund", reason: REASON });
      // After the result only orders without a picked ticket go back; which those are is the draw's secret.
      const isOpen = order.state === "paid" && model.sales === "open";
      if (model.sales !== "drawn" || status !== 200) need("a refund", status, isOpen ? 200 : 409);
      if (status === 200) order.state = "back";
    },
    hasOrder,
  );

/** The buyer's bank returns a refund that had gone through; the shop hears of it from the provider. */
const failRefund = (n: number) =>
  command(
    `failRefund(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      if (order.state !== "back") return;
      const { db, payments } = real.beside.ctx;
      const look = async () =>
        (await db.selectFrom("orders").select("state").where("id", "=", order.id).executeTakeFirst())?.state;
      await eventually("the refund", look, "refunded");
      const row = await db.selectFrom("orders").select("payment_intent_id").where("id", "=", order.id).executeTakeFirstOrThrow();
      const refunds = await payments.listRefundsOf(row.payment_intent_id ?? "");
      const gone = refunds.filter(({ state }) => state === "succeeded");
      need("refunds that went through", gone.length, 1);
      const body = JSON.stringify({ to: "failed" });
      await fetch(`${real.shop.simulatorUrl}/_simulator/refunds/${gone[0]?.id}/turn`, { method: "POST", body });
      await eventually("the failed refund", look, "refund_due");
      order.state = "owed";
    },
    hasOrder,
  );

const refundAgain = (n: number) =>
  command(
    `refundAgain(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const form = { intent: "refund-again", reason: REASON };
      const status = await real.administrator.send(`/admin/orders/${order.id}`, form);
      need("a refund once more", status, order.state === "owed" ? 200 : 409);
      if (status === 200) order.state = "back";
    },
    hasOrder,
  );

const edit = (more: number) =>
  command(`edit(+${more})`, async (model, real) => {
    const change = { tickets_available: String(model.available + more) };
    const status = await real.administrator.edit(real.lotteryId, change);
    // Where there is no draw any more, one is led back to the list.
    need("what was advertised changes", status, hasOrder(model) ? 422 : 302);
    if (model.sales !== "gone" && !hasOrder(model)) model.available += more;
  });

/** What is being paid for ends with the sale. */
function endHolds(model: Model): void {
  for (const order of model.orders) if (order.state === "awaiting") order.state = "expired";
}

const callOff = command("callOff", async (model, real) => {
  const status = await real.administrator.edit(real.lotteryId, { status: "cancelled", reason: REASON });
  // What is called off already is saved as it stands, and what is gone leads back to the list.
  need("calling off", status, model.sales === "drawn" ? 422 : 302);
  if (model.sales !== "open") return;
  model.sales = "cancelled";
  endHolds(model);
  for (const order of model.orders) if (order.state === "paid") order.state = "back";
  await sweepOrders(real.beside.ctx);
});

const draw = command("draw", async (model, real) => {
  const { ctx } = real.beside;
  const form = { intent: "draw", lotteryId: real.lotteryId, reason: REASON };
  const status = await real.administrator.send("/admin/draw", form);
  const canBe = model.sales === "open" && sumOf(model, "paid") > 0;
  need("drawing", status, canBe || model.sales === "drawn" ? 200 : model.sales === "gone" ? 404 : 409);
  if (!canBe) return;
  endHolds(model);
  model.sales = "drawn";
  await sweepOrders(ctx);
  const look = async () => {
    await advanceDraws(ctx);
    const row = await ctx.db.selectFrom("lotteries").select("status").where("id", "=", real.lotteryId).executeTakeFirst();
    return row?.status;
  };
  await eventually("the draw", look, "completed");
});

const remove = command("delete", async (model, real) => {
  const form = { intent: "delete", lotteryId: real.lotteryId };
  const status = await real.administrator.send("/admin/lotteries", form);
  const done = !hasOrder(model) && model.sales !== "gone";
  need("deleting", status, done ? 200 : 409);
  if (done) model.sales = "gone";
});

const erase = (who: number) =>
  command(`erase(${who})`, async (model, real) => {
    const status = await real.administrator.send("/admin/users", { userId: real.buyers[who]?.userId ?? "" });
    need("erasing", status, model.erased.has(who) ? 409 : 200);
    if (status !== 200) return;
    model.erased.add(who);
    for (const order of model.orders.filter(({ buyer }) => buyer === who)) {
      if (order.state === "awaiting") order.state = "expired";
      if (order.state === "paid" && model.sales === "open") order.state = "back";
    }
  });

/** Any commands in any order, those that make business more often than those that end it. */
export function anyCommands(buyers: number, most: number): fc.Arbitrary<Iterable<Command>> {
  const who = fc.nat(buyers - 1);
  const n = fc.nat(20);
  const buying = fc.tuple(who, fc.integer({ min: 1, max: 6 })).map(([by, quantity]) => buy(by, quantity));
  const paying = n.map(payFor);
  return fc.commands(
    [
      buying,
      buying,
      buying,
      paying,
      paying,
      n.map(decline),
      n.map(expire),
      n.map(turnBack),
      n.map(refund),
      n.map(refund),
      n.map(failRefund),
      n.map(failRefund),
      n.map(refundAgain),
      fc.integer({ min: 1, max: 5 }).map(edit),
      fc.constant(callOff),
      fc.constant(draw),
      fc.constant(remove),
      who.map(erase),
    ],
    { maxCommands: most, size: "max" },
  );
}

/** In the end every penny is where the model says: at the shop for tickets, or back. */
export async function compareMoney(model: Model, real: Real): Promise<void> {
  const look = async () => {
    const rows = await real.beside.ctx.db
      .selectFrom("orders")
      .select(["id", "state"])
      .where("lottery_id", "=", real.lotteryId)
      .execute();
    return Object.fromEntries(rows.map(({ id, state }) => [id, state] as const).toSorted());
  };
  const names = { awaiting: "awaiting_payment", paid: "paid", expired: "expired", back: "refunded", owed: "refund_due" } as const;
  const wanted = Object.fromEntries(model.orders.map(({ id, state }) => [id, names[state]] as const).toSorted());
  await eventually("the orders", look, wanted as Record<string, string>);
  const ledger = (await (await fetch(`${real.shop.simulatorUrl}/_simulator/ledger`)).json()) as {
    charges: { payment_intent: string; amount_captured: number; amount_refunded: number }[];
    sessions: { id: string; payment_intent: string | null; amount_total: number }[];
  };
  for (const order of model.orders) {
    const session = ledger.sessions.find(({ id }) => id === order.sessionId);
    const charges = ledger.charges.filter(({ payment_intent: id }) => id === session?.payment_intent);
    const kept = charges.reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0);
    const isKept = order.state === "paid" || order.state === "owed";
    need(`what the provider kept of a purchase that is ${order.state}`, kept, isKept ? session?.amount_total : 0);
  }
}
