/** Runs a command on a model and a real shop, and compares the two. */
import { setTimeout as sleep } from "node:timers/promises";
import type * as fc from "fast-check";
import { sql } from "kysely";
import { reconcileAuthorisations } from "#features/orders/server/settlement/reconcile-payments.ts";
import { sweepOrders } from "#features/orders/server/settlement/sweep-orders.ts";
import type { Administrator } from "./administrator.fixture.ts";
import type { ApiClient } from "./api-client.fixture.ts";
import type { Beside } from "./beside.fixture.ts";
import {
  booksOf,
  type DrawnTicket,
  isStanding,
  leftOf,
  lostOf,
  type Model,
  type Order,
  openOf,
  ticketsOf,
  totalOf,
  winnersBy,
} from "./model-state.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";
import { wireOf } from "./wires.fixture.ts";

const TIMEOUT_MS = 30_000;

export type Real = {
  readonly shop: ShopAddress;
  readonly beside: Beside;
  readonly lotteryId: string;
  readonly buyers: readonly ApiClient[];
  readonly administrator: Administrator;
};
export type Command = fc.AsyncCommand<Model, Real>;

/** Stock and takings of the model; the shop must agree once pending work has ended. */
function stockOf({ sales, available, orders }: Model) {
  if (sales === "gone") return undefined;
  const sum = (of: (order: Order) => number) => orders.reduce((total, order) => total + of(order), 0);
  return {
    available,
    sold: sum((order) => ticketsOf(order).valid),
    suspended: sum((order) => ticketsOf(order).suspended),
    held: sum(({ stage, quantity }) => (stage === "awaiting" ? quantity : 0)),
    taken: sum((order) => (isStanding(order) ? totalOf(order) - order.refunded - lostOf(order) - openOf(order) : 0)),
  };
}

async function realStock({ beside, lotteryId }: Real) {
  const { rows } = await sql<Record<"available" | "sold" | "held" | "suspended" | "taken", string>>`
    SELECT tickets_available AS available, tickets_sold AS sold, tickets_held AS held,
      (SELECT count(*) FROM tickets t WHERE t.lottery_id = l.id AND void_at IS NULL AND suspended_at IS NOT NULL) AS suspended,
      (SELECT coalesce(sum(captured_pence - refunded_pence - returning_pence - disputed_pence - charged_back_pence), 0) FROM orders o
        WHERE o.lottery_id = l.id AND o.state = 'paid') AS taken
    FROM lotteries l WHERE id = ${lotteryId}`.execute(beside.ctx.db);
  const [row] = rows;
  if (!row) return undefined;
  const { available, sold, suspended, held, taken } = row;
  return Object.fromEntries(Object.entries({ available, sold, suspended, held, taken }).map(([name, n]) => [name, Number(n)]));
}

export async function eventually<T>(what: string, look: () => Promise<T>, wanted: T): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    const seen = JSON.stringify(await look());
    if (seen === JSON.stringify(wanted)) return;
    if (performance.now() > end) throw new Error(`${what}: ${seen} instead of ${JSON.stringify(wanted)}`);
    await sleep(50);
  }
}

export function need(what: string, seen: unknown, wanted: unknown): void {
  if (seen !== wanted) throw new Error(`${what}: ${String(seen)} instead of ${String(wanted)}`);
}

export function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Command {
  return {
    check,
    toString: () => name,
    async run(model, real) {
      await run(model, real);
      const look = async () => {
        // A bank's decision lets refunds of a cancelled draw continue; the shop's timer does the same.
        if (model.sales === "cancelled") await sweepOrders(real.beside.ctx);
        return realStock(real);
      };
      await eventually<unknown>(`${name}: the stock`, look, stockOf(model));
    },
  };
}

export const hasOrder = (model: Model) => model.orders.length > 0;
export function pick(model: Model, n: number): Order {
  const order = model.orders[n % model.orders.length];
  if (!order) throw new Error("There is an order");
  return order;
}
export function pickBought({ orders }: Model, n: number): Order {
  const bought = orders.filter(({ stage }) => stage === "bought");
  const order = bought[n % bought.length];
  if (!order) throw new Error("There is a paid order");
  return order;
}

/** Waits until the books of an order match the model and its refunds are done. */
export async function calm(model: Model, real: Real, order: Order): Promise<void> {
  await eventually(`an order of ${model.orders.length}`, () => realBooks(real, order.id), booksOf(order));
}

async function realBooks({ beside }: Real, orderId: string) {
  const row = await beside.ctx.db
    .selectFrom("orders")
    .select(["state", "disputed_pence", "charged_back_pence", "refunded_pence"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { state: row.state, disputed: row.disputed_pence, lost: row.charged_back_pence, refunded: row.refunded_pence };
}

/** Orders with a winning ticket or an unused reserve. */
export async function readPicked({ beside, lotteryId }: Real): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT DISTINCT order_id FROM tickets WHERE lottery_id = ${lotteryId} AND ticket_stands(lottery_id, ticket_number)`.execute(
    beside.ctx.db,
  );
  return new Set(rows.map(({ order_id: id }) => id));
}

/** Compares the winners of all prizes with the model's, before any replacement. */
export async function compareWinners({ prizes }: Model, { beside, lotteryId }: Real): Promise<void> {
  const { rows: picks } = await sql<DrawnTicket>`
    SELECT p.ticket_number AS ticket, t.user_id AS owner FROM draw_picks p JOIN tickets t USING (lottery_id, ticket_number)
    WHERE p.lottery_id = ${lotteryId} ORDER BY p.pick`.execute(beside.ctx.db);
  const { rows } = await sql<{ place: number; ticket_number: number }>`
    SELECT place, ticket_number FROM winning_tickets(${lotteryId}) ORDER BY place`.execute(beside.ctx.db);
  const winners = rows.map(({ place, ticket_number }) => [place, ticket_number]);
  need("the winners", JSON.stringify(winners), JSON.stringify(winnersBy(prizes, picks)));
}

const DAY_AND_MORE_MS = 25 * 3_600_000;

/** Finally all amounts match the model, in books and at providers, and no unwanted authorisation remains. */
export async function compareMoney(model: Model, real: Real): Promise<void> {
  for (const order of model.orders) await calm(model, real, order);
  const { ctx } = real.beside;
  // Payments without a webhook are searched for after their page has ended.
  const nextDay = { ...ctx, now: () => new Date(Date.now() + DAY_AND_MORE_MS) };
  for (const provider of ctx.payments.all) await reconcileAuthorisations(nextDay, provider);
  for (const order of model.orders) {
    const wire = wireOf(real.shop, order.sessionId);
    const wanted = order.stage === "bought" ? totalOf(order) - order.refunded - lostOf(order) - openOf(order) : 0;
    const state = `an order that is ${booksOf(order).state}, with ${leftOf(order)} left`;
    need(`what ${wire.name} has of ${state}`, await wire.keptOf(order.sessionId), wanted);
    need(`what is authorised of ${state}`, await wire.authorisationsOf(order.sessionId), order.stuck);
  }
}
