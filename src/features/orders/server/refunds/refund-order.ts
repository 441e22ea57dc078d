/**
 * Staff refund an order, or a part of it: its tickets are voided, and a job sends the money. Large sums need
 * a second administrator.
 */

import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { sumRefundsWithoutApproval } from "#features/access/server/admin-store.ts";
import { canRefund, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { isProposed, needsSecondAdmin, propose } from "#features/staff/server/approvals/propose.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { divide, type Part, type PartProblem, type RefundPart } from "../../rules/partial-refund.ts";
import { isPartial, leftOf, sumRefunds } from "../../rules/refund-state.ts";
import { listOrderTickets } from "../reading/order-detail-store.ts";
import { lockOrder, type OrderRow } from "../store.ts";
import { voidNumbers, voidTickets } from "../ticket-store.ts";
import { holdsStandingTicket } from "./cancel-store.ts";
import { lockLotteryState } from "./lottery-state-store.ts";
import { listRefundRows, type RefundRow } from "./refund-reading-store.ts";
import { owePartial, refundRemaining } from "./refund-store.ts";
import { hasReachedVoidLimit } from "./void-entry.ts";

type Refusal = "not_found" | RefusalOf<typeof canRefund>;
/** `under_way`: an earlier partial refund is not with the provider yet. */
type PartRefusal = PartProblem | "under_way";
/**
 * `no_reason`: it is required. `already_proposed`: a colleague has proposed a refund of the order.
 * `sum_changed`: the amount left is not the one that was shown.
 */
export type RefundOrderError = ReauthRefusal | Refusal | PartRefusal | "no_reason" | "already_proposed" | "sum_changed";

/**
 * Payload of an `order_refund` proposal. `left`: of the payment when it was proposed. `ticketNumbers`: of a
 * partial refund; empty for an amount.
 */
export type ProposedRefund = {
  readonly amount: Pence;
  readonly left?: Pence | undefined;
  readonly orderNumber: string;
  readonly ticketNumbers?: readonly number[] | undefined;
};

const DAY_MS = 86_400_000;

/**
 * Whether the administrator's refunds of the last day, with this one, exceed the limit. The command line has
 * none.
 */
async function needsApprovalFor(ctx: Ctx, tx: Tx, actor: Actor, amount: Pence): Promise<boolean> {
  if (actor.kind !== "admin") return false;
  if (amount === 0) return hasReachedVoidLimit(ctx, tx, actor);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  return amount + (await sumRefundsWithoutApproval(tx, actor.id, since)) > ctx.env.refundAlonePence;
}

/** Locks an order that can be refunded, and its draw. `amount`: what is left of its payment, in pence. */
export async function lockRefundable(
  tx: Tx,
  orderId: string,
  { takesTickets = true }: { readonly takesTickets?: boolean } = {},
): Promise<Result<{ order: OrderRow; amount: Pence }, Refusal>> {
  if (!isUuid(orderId)) return err("not_found");
  const order = await lockOrder(tx, orderId);
  if (!order) return err("not_found");
  // Locked, so that a freeze either comes first and is seen, or does not count these tickets.
  const lottery = await lockLotteryState(tx, order.lotteryId);
  const allowed = canRefund({ ...order, mayWin: await holdsStandingTicket(tx, order.id) }, lottery, { takesTickets });
  if (!allowed.ok) return allowed;
  return ok({ order, amount: leftOf(order, sumRefunds(await listRefundRows(tx, order.id))) });
}

type StaffRefund = {
  readonly order: OrderRow;
  readonly amount: Pence;
  readonly reason: string;
  readonly auditDetails: Readonly<Record<string, unknown>>;
};

/** The part of a locked order to refund; undefined if it is the whole order. `amount`: what is left of it. */
async function choosePart(
  tx: Tx,
  { order, amount: left }: { readonly order: OrderRow; readonly amount: Pence },
  part: RefundPart | undefined,
): Promise<Result<Part | undefined, PartRefusal>> {
  if (part === undefined) return ok();
  const divided = divide({ captured: order.captured, left, tickets: await listOrderTickets(tx, order.id) }, part);
  if (!divided.ok) return divided;
  if (divided.value === "whole") return ok();
  const isUnderWay = (await listRefundRows(tx, order.id)).some(({ state }) => state === "due");
  return isUnderWay ? err("under_way") : ok(divided.value);
}

/** Voids the tickets of a part of a locked order, owes their price or the amount, and records the change. */
async function applyPart(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  refund: StaffRefund & { readonly part: Part; readonly requestKey?: string | undefined },
): Promise<void> {
  const { order, reason, auditDetails, part, requestKey } = refund;
  const { amount, ticketNumbers } = part;
  const now = ctx.now();
  const voided = await voidNumbers(tx, order, ticketNumbers, now);
  if (voided !== ticketNumbers.length) throw new Error(`not all tickets of order ${order.id} could be voided`);
  await owePartial(tx, order.id, { amount, ticketNumbers, requestKey, now });
  await ctx.jobs.send(tx, "refund", { orderId: order.id });
  await recordChange(tx, {
    ...{ actor, action: "order.refund", subjectType: "order", subjectId: order.id, reason, at: now },
    after: { amount_pence: amount, void_tickets: voided, ticket_numbers: ticketNumbers.map(String), ...auditDetails },
  });
}

/** Voids the tickets of a locked order, owes the refund and records the change. */
export async function applyRefund(ctx: Ctx, tx: Tx, actor: Actor, refund: StaffRefund): Promise<void> {
  const { order, amount, reason, auditDetails } = refund;
  const now = ctx.now();
  const voided = await voidTickets(tx, order, now);
  const owed = await refundRemaining(tx, [order.id], { reason: "staff", now });
  for (const orderId of owed) await ctx.jobs.send(tx, "refund", { orderId });
  // A refund has its own mail; without money the buyer is notified here.
  if (amount === 0) await ctx.jobs.send(tx, "mail", { message: "entry-void", orderId: order.id });
  const state = owed.length > 0 ? "refund_due" : "refunded";
  await recordChange(tx, {
    ...{ actor, action: "order.refund", subjectType: "order", subjectId: order.id, reason, at: now },
    before: { state: order.state },
    after: { state, void_tickets: voided, amount_pence: amount, ...auditDetails },
  });
}

/** Whether a refund is of this part. */
function isOf({ reason, amount, ticketNumbers }: RefundRow, part: RefundPart): boolean {
  const count = ticketNumbers.length;
  if (!isPartial(reason)) return false;
  if (part.by === "amount") return count === 0 && amount === part.amount;
  if (part.by === "last") return count > 0 && count === part.count;
  const numbers = new Set(part.numbers);
  return count > 0 && count === numbers.size && ticketNumbers.every((number) => numbers.has(number));
}

/** The refund that the same form made before. */
async function findMade(tx: Tx, orderId: string, requestKey: string | undefined): Promise<RefundRow | undefined> {
  if (requestKey === undefined) return undefined;
  return (await listRefundRows(tx, orderId)).find((refund) => refund.requestKey === requestKey);
}

/** `left`: what was left of the payment when it was shown. `requestKey`: of the form. */
export type RefundRequest = {
  readonly orderId: string;
  readonly reason: string;
  readonly part?: RefundPart | undefined;
  readonly left?: number | undefined;
  readonly requestKey?: string | undefined;
};

/**
 * Refunds the order, or only `input.part`. `input.reason` is logged. A part is idempotent per request key;
 * another part with its key is refused.
 * @returns `proposed` if a second administrator has to confirm
 */
export async function refundOrder(
  ctx: Ctx,
  actor: Actor,
  input: RefundRequest,
): Promise<Result<"proposed" | undefined, RefundOrderError>> {
  const reauth = await requireReauth(ctx, actor, "orders.refund");
  if (!reauth.ok) return reauth;
  const reason = input.reason.trim();
  if (reason === "") return err("no_reason");
  return ctx.db.transaction().execute(async (tx) => {
    const found = await lockRefundable(tx, input.orderId, { takesTickets: input.part?.by !== "amount" });
    if (!found.ok) return found;
    const { order, amount: left } = found.value;
    const made = await findMade(tx, order.id, input.requestKey);
    if (made) return input.part && isOf(made, input.part) ? ok() : err("sum_changed");
    if (input.left !== undefined && input.left !== left) return err("sum_changed");
    if (input.part && (await isProposed(tx, "order_refund", order.id))) return err("already_proposed");
    const chosen = await choosePart(tx, found.value, input.part);
    if (!chosen.ok) return chosen;
    const part = chosen.value;
    const amount = part?.amount ?? left;
    const needsApproval = await needsApprovalFor(ctx, tx, actor, amount);
    if (needsApproval && (await needsSecondAdmin(tx, actor, "order_refund"))) {
      const payload: ProposedRefund = { amount, left, orderNumber: order.orderNumber, ticketNumbers: part?.ticketNumbers };
      const proposed = await propose(ctx, tx, actor, { kind: "order_refund", subjectId: order.id, payload, reason });
      return proposed.ok ? ok("proposed") : proposed;
    }
    const refund: StaffRefund = { order, amount, reason, auditDetails: needsApproval ? { alone: true } : {} };
    await (part
      ? applyPart(ctx, tx, actor, { ...refund, part, requestKey: input.requestKey })
      : applyRefund(ctx, tx, actor, refund));
    return ok();
  });
}

/** Carries out a confirmed `order_refund` proposal. `sum_changed`: the amount left has changed meanwhile. */
export async function refundAsProposed(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  proposed: ProposedRefund & { readonly id: string; readonly subjectId: string; readonly reason: string },
): Promise<Result<undefined, Refusal | "sum_changed">> {
  const { amount, ticketNumbers: numbers, reason } = proposed;
  const found = await lockRefundable(tx, proposed.subjectId, { takesTickets: numbers?.length !== 0 });
  if (!found.ok) return found;
  const { order, amount: left } = found.value;
  const refund: StaffRefund = { order, amount, reason, auditDetails: { proposal_id: proposed.id } };
  if (proposed.left !== undefined && proposed.left !== left) return err("sum_changed");
  if (!numbers) {
    if (amount !== left) return err("sum_changed");
    await applyRefund(ctx, tx, actor, refund);
    return ok();
  }
  const chosen = await choosePart(
    tx,
    { order, amount: left },
    numbers.length > 0 ? { by: "tickets", numbers } : { by: "amount", amount },
  );
  if (!chosen.ok || chosen.value?.amount !== amount) return err("sum_changed");
  await applyPart(ctx, tx, actor, { ...refund, part: chosen.value });
  return ok();
}
