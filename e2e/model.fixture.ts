/** A model of the shop: commands change plain numbers and a real shop, which are then compared. */
import * as fc from "fast-check";
import { advanceDraws } from "#features/draws/server/closing/advance-draws.ts";
import { type RefundPart, divide } from "#features/orders/rules/partial-refund.ts";
import { listOrderTickets } from "#features/orders/server/reading/order-detail-store.ts";
import { endHold, sweepOrders } from "#features/orders/server/settlement/sweep-orders.ts";
import { findOrderRow } from "#features/orders/server/store.ts";
import { pence } from "#shared/money/money.ts";
import { sessionIdOf } from "./books.fixture.ts";
import { bank } from "./model-bank.fixture.ts";
import {
  type Command,
  calm,
  command,
  compareWinners,
  eventually,
  hasOrder,
  need,
  pick,
  readPicked,
} from "./model-command.fixture.ts";
import { pay, type WEATHERS, weather } from "./model-pay.fixture.ts";
import {
  booksOf,
  end,
  freeOf,
  isStanding,
  leaveOut,
  leftOf,
  type Model,
  newOrder,
  type Order,
  onlyAuthorises,
  openOf,
  passesCredit,
  sendBack,
  ticketsOf,
  totalOf,
} from "./model-state.fixture.ts";
import { wireOf } from "./wires.fixture.ts";

const REASON = "Because of the model.";

const validOf = ({ orders }: Model) => orders.reduce((sum, order) => sum + ticketsOf(order).valid, 0);
const playingOf = ({ orders }: Model) =>
  orders.reduce((sum, order) => sum + ticketsOf(order).valid - ticketsOf(order).suspended, 0);

/** @param wantedQuantity undefined: all that is left, so that the draw can be held */
const buy = (who: number, wantedQuantity: number | undefined) =>
  command(`buy(${who}, ${wantedQuantity ?? "rest"})`, async (model, real) => {
    const buyer = real.buyers[who];
    if (!buyer) throw new Error("There is such a buyer");
    // A buyer has one page per draw: a new one replaces it unless refused.
    const former = model.orders.find((order) => order.buyer === who && order.stage === "awaiting");
    const left = freeOf(model) + (former?.quantity ?? 0);
    const quantity = wantedQuantity ?? Math.max(1, left);
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
    if (former) former.stage = "expired";
    const { orderId, url } = reply.body as { orderId: string; url: string };
    const isCreditBlocked = passesCredit(model, who, quantity);
    model.orders.push(newOrder({ id: orderId, sessionId: sessionIdOf(url), buyer: who, quantity, isCreditBlocked }));
  });

const expire = (n: number) =>
  command(
    `expire(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const { ctx } = real.beside;
      if (onlyAuthorises(order)) {
        // A page that cannot be closed: its hold ends in the shop.
        const row = await findOrderRow(ctx.db, order.id);
        if (row && order.stage === "awaiting") await endHold(ctx, row);
      } else {
        const closed = await ctx.payments.of("stripe").expirePage(order.sessionId);
        // The shop learns of it from the provider.
        need("the page can be closed", closed.ok, order.stage === "awaiting");
      }
      if (order.stage === "awaiting") order.stage = "expired";
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
      if (order.stage === "awaiting") order.stage = "expired";
    },
    hasOrder,
  );

/** After the draw, only orders without a winning or reserve ticket; never while a bank has the money. */
function isRefundable({ sales, picked }: Model, order: Order): boolean {
  const mayLeave = sales === "open" || (sales === "drawn" && !picked.has(order.id));
  return isStanding(order) && mayLeave && openOf(order) === 0;
}

const refund = (n: number) =>
  command(
    `refund(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const status = await real.administrator.send(`/admin/orders/${order.id}`, {
        intent: "refund",
        part: "whole",
        reason: REASON,
      });
      need("a refund", status, isRefundable(model, order) ? 200 : 409);
      if (status === 200) end(order);
    },
    hasOrder,
  );

/** `of`: that many of the order's last tickets, or quarters of the money that is left. */
const refundPart = (n: number, by: "last" | "amount", of: number) =>
  command(
    `refundPart(${n}, ${by} ${of})`,
    async (model, real) => {
      const order = pick(model, n);
      await calm(model, real, order);
      const left = pence(leftOf(order));
      const part: RefundPart = by === "last" ? { by, count: of } : { by, amount: pence(Math.floor((left * of) / 4)) };
      const count = String(of);
      const amount = part.by === "amount" ? (part.amount / 100).toFixed(2) : "";
      const tickets = await listOrderTickets(real.beside.ctx.db, order.id);
      const form = { intent: "refund", part: by, count, amount, reason: REASON };
      const status = await real.administrator.send(`/admin/orders/${order.id}`, form);
      // The rule has its own tests.
      const divided = divide({ captured: pence(totalOf(order)), left, tickets }, part);
      const isAllowed = by === "amount" ? isStanding(order) && openOf(order) === 0 : isRefundable(model, order);
      need("a partial refund", status, isAllowed && divided.ok ? 200 : 409);
      if (status !== 200 || !divided.ok) return;
      if (divided.value === "whole") return end(order);
      const { ticketNumbers } = divided.value;
      order.refunded += divided.value.amount;
      order.ticketsRefunded += ticketNumbers.length;
      order.voided += ticketNumbers.length;
      await calm(model, real, order);
    },
    hasOrder,
  );

/** The buyer's bank returns a completed refund; the shop learns of it from the provider. */
const failRefund = (n: number) =>
  command(
    `failRefund(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      if (order.refunded === 0) return;
      const { db, payments } = real.beside.ctx;
      await calm(model, real, order);
      const row = await db.selectFrom("orders").select("payment_intent_id").where("id", "=", order.id).executeTakeFirstOrThrow();
      const wire = wireOf(real.shop, order.sessionId);
      const gone = (await payments.of(wire.name).listRefundsOf(row.payment_intent_id ?? "")).find(
        ({ state }) => state === "succeeded",
      );
      if (!gone) throw new Error("No refund went through");
      await wire.failRefund(gone.id);
      order.refunded -= gone.amount;
      if (order.isOver) order.hasFailed = leftOf(order) > 0;
      else order.partsOwed += gone.amount;
      await calm(model, real, order);
    },
    hasOrder,
  );

const refundAgain = (n: number) =>
  command(
    `refundAgain(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const part = isStanding(order) ? Math.min(order.partsOwed, leftOf(order)) : 0;
      // The last penny would end the order; the shop's own tests cover it.
      if (part > 0 && part === leftOf(order)) return;
      const form = { intent: "refund-again", reason: REASON };
      const status = await real.administrator.send(`/admin/orders/${order.id}`, form);
      const isWholeOwed = order.hasFailed && booksOf(order).state === "refund_due";
      need("a refund once more", status, (isWholeOwed || part > 0) && openOf(order) === 0 ? 200 : 409);
      if (status !== 200) return;
      if (part > 0) {
        order.refunded += part;
        order.partsOwed = 0;
        return calm(model, real, order);
      }
      order.hasFailed = false;
      sendBack(order);
    },
    hasOrder,
  );

const edit = (more: number) =>
  command(`edit(+${more})`, async (model, real) => {
    const change = { tickets_available: String(model.available + more) };
    const status = await real.administrator.edit(real.lotteryId, change);
    // A deleted draw redirects to the list.
    need("what was advertised changes", status, hasOrder(model) ? 422 : 302);
    if (model.sales !== "gone" && !hasOrder(model)) model.available += more;
  });

/** The end of sales ends open holds. */
function endHolds(model: Model): void {
  for (const order of model.orders) if (order.stage === "awaiting") order.stage = "expired";
}

const cancelNow = command("cancelNow", async (model, real) => {
  const status = await real.administrator.edit(real.lotteryId, { status: "cancelled", reason: "prize_lost" });
  // A cancelled draw is saved unchanged, and a deleted one redirects to the list.
  need("calling off", status, model.sales === "drawn" ? 422 : 302);
  if (model.sales !== "open") return;
  model.sales = "cancelled";
  endHolds(model);
  // Disputed amounts wait for the bank.
  for (const order of model.orders) if (isStanding(order) && openOf(order) === 0) end(order);
  await sweepOrders(real.beside.ctx);
});

const draw = command("draw", async (model, real) => {
  const { ctx } = real.beside;
  // A draw with all tickets disputed waits for the banks; other tests cover it.
  if (model.sales === "open" && validOf(model) > 0 && playingOf(model) === 0) return;
  const form = { intent: "draw", lotteryId: real.lotteryId, reason: REASON };
  const status = await real.administrator.send("/admin/draw", form);
  // Before its day a draw can only be held if no entry is possible any more.
  const canBe = model.sales === "open" && playingOf(model) > 0 && freeOf(model) === 0;
  need("drawing", status, canBe || model.sales === "drawn" ? 200 : model.sales === "gone" ? 404 : 409);
  if (!canBe) return;
  endHolds(model);
  for (const order of model.orders) leaveOut(order);
  model.sales = "drawn";
  await sweepOrders(ctx);
  const look = async () => {
    await advanceDraws(ctx);
    const row = await ctx.db.selectFrom("lotteries").select("status").where("id", "=", real.lotteryId).executeTakeFirst();
    return row?.status;
  };
  await eventually("the draw", look, "completed");
  await compareWinners(model, real);
  model.picked = await readPicked(real);
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
    const status = await real.administrator.send("/admin/users", { intent: "delete", userId: real.buyers[who]?.userId ?? "" });
    need("erasing", status, model.erased.has(who) ? 409 : 200);
    if (status !== 200) return;
    model.erased.add(who);
    for (const order of model.orders.filter(({ buyer }) => buyer === who)) {
      if (order.stage === "awaiting") order.stage = "expired";
      if (isStanding(order) && model.sales === "open") end(order);
    }
  });

/** Random commands, with business more often than endings. */
export function anyCommands(buyers: number, most: number): fc.Arbitrary<Iterable<Command>> {
  const who = fc.nat(buyers - 1);
  const n = fc.nat(20);
  // The whole as often as parts.
  const quarters = fc.constantFrom(1, 2, 3, 4, 4, 4);
  const quantities = fc.constantFrom(1, 2, 3, 4, 5, 6, undefined);
  const buying = fc.tuple(who, quantities).map(([by, quantity]) => buy(by, quantity));
  const paying = n.map(pay.byDebit);
  return fc.commands(
    [
      buying,
      buying,
      buying,
      paying,
      paying,
      n.map(pay.byCredit),
      n.map(pay.declined),
      n.map(pay.inSecondTab),
      n.map(pay.inSecondTabUnheard),
      n.map(pay.unheard),
      n.map(pay.refusedAtCapture),
      n.map(pay.pending),
      n.map(pay.refusedLate),
      n.map(pay.secondCapturedByHand),
      fc.constantFrom<keyof typeof WEATHERS>("calm", "doubled", "shuffled").map(weather),
      n.map(expire),
      n.map(turnBack),
      n.map(refund),
      n.map(refund),
      fc.tuple(n, fc.constantFrom(1, 1, 2, 3)).map(([by, count]) => refundPart(by, "last", count)),
      fc.tuple(n, quarters).map(([by, share]) => refundPart(by, "amount", share)),
      n.map(failRefund),
      n.map(failRefund),
      n.map(refundAgain),
      fc.tuple(n, quarters).map(([by, share]) => bank.inquire(by, share)),
      fc.tuple(n, quarters).map(([by, share]) => bank.dispute(by, share)),
      fc.tuple(n, quarters).map(([by, share]) => bank.dispute(by, share)),
      n.map(bank.win),
      n.map(bank.win),
      fc.tuple(n, quarters).map(([by, part]) => bank.lose(by, part)),
      n.map(bank.appeal),
      n.map(bank.close),
      n.map(bank.escalate),
      fc.integer({ min: 1, max: 3 }).map(bank.replace),
      fc.integer({ min: 1, max: 5 }).map(edit),
      fc.constant(cancelNow),
      fc.constant(draw),
      fc.constant(remove),
      who.map(erase),
    ],
    { maxCommands: most, size: "max" },
  );
}
