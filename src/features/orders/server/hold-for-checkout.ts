/** Takes tickets off sale for one order: within the player's limits, once for each request, once for each code. */
import { limitAt, type Rest, restAt } from "#features/accounts/rules/safer-play.ts";
import { findPlayerLimits } from "#features/accounts/server/find-player-limits.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { violatedConstraint } from "#shared/database-errors.ts";
import { cancelCheckout } from "./cancel-checkout.ts";
import { endHolds } from "./end-holds.ts";
import { findSpending, type Standing } from "./find-standing.ts";
import { holdTickets, type NewHold } from "./hold-store.ts";
import { holdWithinLimit } from "./hold-within-limit.ts";
import { listOpenPages } from "./live-store.ts";
import { findOrderWithCode, ONCE_PER_PERSON } from "./promotion-store.ts";
import { abandonOrder } from "./settle-order.ts";
import { findOrderByRequest, type KeptRequest } from "./store.ts";

/** `repeated`: this very request has been served. Undefined where the draw does not sell that many. */
type Held = HeldOrder | "repeated" | "over_limit" | "code_used" | Rest["kind"] | undefined;
type HeldOrder = { readonly id: string; readonly payBy: Date; readonly pageRequest: KeptRequest };

/**
 * Who comes back from a payment page, and now wants something else with the same code or under the same limit, gets it: that page is
 * closed first.
 */
export async function holdForCheckout(ctx: Ctx, row: NewHold, standing: Standing): Promise<Held> {
  const held = await hold(ctx, row, standing);
  if (held === "over_limit" && row.requestKey !== undefined) {
    const open = await listOpenPages(ctx.db, row.userId);
    if (open.length === 0) return held;
    await endHolds(ctx, open);
    return hold(ctx, row, standing);
  }
  if (held !== "code_used" || row.promotionId === undefined) return held;
  if (row.requestKey !== undefined && (await findOrderByRequest(ctx.db, row.userId, row.requestKey))) return "repeated";
  const former = await findOrderWithCode(ctx.db, row.userId, row.promotionId);
  if (former?.state !== "awaiting_payment") return held;
  await cancelCheckout(ctx, row.userId, former.id);
  return hold(ctx, row, standing);
}

async function hold(ctx: Ctx, row: NewHold, standing: Standing): Promise<Held> {
  const now = ctx.now();
  try {
    // Most players have no limit, and then nothing need be locked.
    const held =
      limitAt(standing.limits, now) === undefined
        ? await holdWithoutLimit(ctx, row, now)
        : await ctx.db.transaction().execute((tx) => holdWithinLimit(tx, row, now));
    return typeof held === "object" ? { id: held.id, payBy: row.payBy, pageRequest: row.pageRequest } : held;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "orders_user_id_request_key_key") return "repeated";
    if (constraint === ONCE_PER_PERSON) return "code_used";
    throw error;
  }
}

/** A limit or a rest that was set since the look at it closed the pages that it found, and this hold was not among them. */
async function holdWithoutLimit(
  ctx: Ctx,
  row: NewHold,
  now: Date,
): Promise<{ id: string } | "over_limit" | Rest["kind"] | undefined> {
  const held = await holdTickets(ctx.db, row, now);
  if (!held) return undefined;
  const limits = await findPlayerLimits(ctx, row.userId);
  const [rest, limit] = [restAt(limits, now), limitAt(limits, now)];
  const isOver = limit !== undefined && row.total > 0 && (await findSpending(ctx.db, row.userId, now)).spent > limit;
  if (!rest && !isOver) return held;
  await abandonOrder(ctx, held.id);
  return rest?.kind ?? "over_limit";
}
