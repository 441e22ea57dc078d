/** What all disputes of an order together make of its tickets: suspended while a bank decides, void where it has kept the money. */
import { canLeave } from "#features/lotteries/rules/lifecycle.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type AtStake, atStake } from "../rules/dispute.ts";
import { holdsStandingTicket } from "./cancel-store.ts";
import { findMoney, listClaims, setAtStake } from "./dispute-store.ts";
import { lockLotteryState } from "./lottery-state-store.ts";
import type { OrderRow } from "./store.ts";
import { type Marked, markTickets } from "./ticket-store.ts";

/** `isPicked`: one of its tickets wins, or is a reserve that has not had its turn. */
export type MarkedOrder = Marked & { readonly stake: AtStake; readonly isPicked: boolean };

/** The caller holds the order's lock; its draw is locked here. */
export async function markDisputed(ctx: Ctx, tx: Tx, order: OrderRow): Promise<MarkedOrder> {
  // Locked, so that a freeze either comes first and is seen, or leaves these tickets out.
  const lottery = await lockLotteryState(tx, order.lotteryId);
  const isPicked = await holdsStandingTicket(tx, order.id);
  // Nothing leaves a list between its freeze and the result, and a ticket that wins or is next in line stays on it: there a lost one is suspended.
  const mayVoid = canLeave(lottery, { stands: isPicked }).ok;
  const money = await findMoney(tx, order.id);
  const stake = atStake({ ...money, quantity: order.quantity }, await listClaims(tx, order.id));
  await setAtStake(tx, order.id, stake);
  const toVoid = mayVoid ? stake.void : 0;
  return { ...(await markTickets(tx, order, { suspended: stake.suspended, toVoid, now: ctx.now() })), stake, isPicked };
}
