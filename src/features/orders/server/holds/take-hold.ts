/** One try to take a hold, or to take it in place of the buyer's former holds of the draw. */
import { type ActiveExclusion, activeExclusion, limitAt } from "#features/accounts/rules/person/safer-play.ts";
import { findPlayerLimits, lockPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isCrossed, violatedConstraint } from "#shared/database-errors.ts";
import { exceedsLimit } from "../../rules/checkout/spending.ts";
import type { PurchaseError } from "../../rules/refusal.ts";
import { type BuyerEligibility, findSpending } from "../checkout/find-eligibility.ts";
import { isOncePerPerson } from "../checkout/promotion-store.ts";
import { abandonOrder, settleLocked, settlePage } from "../settlement/settle-order.ts";
import { closePage } from "../settlement/sweep-orders.ts";
import { findOrderByRequest, listHoldsIn } from "../store.ts";
import { holdTickets, NETWORK_SHARE, type NewHold, ONE_HOLD } from "./hold-store.ts";

/** `isChecked`: checked against the player's limits under their lock. */
export type TakenHold = { readonly id: string; readonly isChecked: boolean };

/** The buyer's limits, and the draw's limit per person. */
export type HoldTerms = BuyerEligibility & { readonly maxPerPerson: number | undefined };

/**
 * The hold, or why there is none. `held_already`: the buyer has a hold in this draw. `repeated`: this
 * request was served before. `no_room`: the draw does not sell that many now.
 */
type TakeResult = TakenHold | "repeated" | "held_already" | "no_room" | PurchaseError | ActiveExclusion["kind"];

/**
 * Whether the hold needs the lock on the player's limits: only under a limit of the player or of the draw
 * per person.
 */
function needsLock({ limits, maxPerPerson }: HoldTerms, now: Date): boolean {
  return maxPerPerson !== undefined || limitAt(limits, now) !== undefined;
}

/** Retries after a deadlock, which PostgreSQL detects after a second. */
const MOST_DEADLOCK_RETRIES = 2;

/** Runs `hold`; violated constraints become refusals. */
async function orRefusal<T>(hold: () => Promise<T>, retries = 0): Promise<T | Exclude<TakeResult, TakenHold>> {
  try {
    return await hold();
  } catch (error) {
    if (isCrossed(error) && retries < MOST_DEADLOCK_RETRIES) return orRefusal(hold, retries + 1);
    const constraint = violatedConstraint(error);
    if (constraint === ONE_HOLD) return "held_already";
    if (constraint === NETWORK_SHARE) return "no_room";
    if (constraint === "orders_user_id_request_key_key") return "repeated";
    if (isOncePerPerson(constraint)) return "code_used";
    throw error;
  }
}

/**
 * A limit or pause that was set after the first check: it closed the open pages, but not this new hold.
 */
export async function findNewLimit(
  ctx: Ctx,
  { userId, total }: Pick<NewHold, "userId" | "total">,
): Promise<"over_limit" | ActiveExclusion["kind"] | undefined> {
  const limits = await findPlayerLimits(ctx, userId);
  const [exclusion, limit] = [activeExclusion(limits, ctx.now()), limitAt(limits, ctx.now())];
  const exceedsNewLimit = limit !== undefined && total > 0 && (await findSpending(ctx.db, userId, ctx.now())).spent > limit;
  return exclusion?.kind ?? (exceedsNewLimit ? "over_limit" : undefined);
}

/**
 * Gives a free order up again if a new limit forbids it. An order with a page is checked when its page is
 * recorded.
 */
async function unlessNewLimit(ctx: Ctx, row: NewHold, held: TakenHold): Promise<TakeResult> {
  if (held.isChecked || row.total > 0) return held;
  const refusal = await findNewLimit(ctx, row);
  if (!refusal) return held;
  await abandonOrder(ctx, { id: held.id, lotteryId: row.lotteryId });
  return refusal;
}

/** Checks exclusion, request and limit under the lock, then takes the hold, which checks the stock. */
async function holdWithinLimit(
  tx: Tx,
  hold: NewHold,
  now: Date,
): Promise<{ id: string } | "repeated" | "no_room" | "over_limit" | ActiveExclusion["kind"]> {
  const limits = await lockPlayerLimits(tx, hold.userId);
  const exclusion = activeExclusion(limits, now);
  if (exclusion) return exclusion.kind;
  if (hold.requestKey !== undefined && (await findOrderByRequest(tx, hold.userId, hold.requestKey))) return "repeated";
  if (exceedsLimit(limitAt(limits, now), await findSpending(tx, hold.userId, now), hold.total)) return "over_limit";
  return holdTickets(tx, hold, now);
}

/** Takes a hold for a buyer who has none in this draw. */
export async function takeHold(ctx: Ctx, row: NewHold, terms: HoldTerms): Promise<TakeResult> {
  const now = ctx.now();
  const isChecked = needsLock(terms, now);
  const held = await orRefusal(() =>
    ctx.pool.withPermit(row.lotteryId, async () =>
      isChecked ? ctx.db.transaction().execute((tx) => holdWithinLimit(tx, row, now)) : holdTickets(ctx.db, row, now),
    ),
  );
  return typeof held === "object" ? unlessNewLimit(ctx, row, { ...held, isChecked }) : held;
}

/** Closes the former pages, then settles them and takes the new hold in one transaction. */
export async function replaceHolds(ctx: Ctx, row: NewHold, terms: HoldTerms): Promise<TakeResult> {
  const formerHolds = await listHoldsIn(ctx.db, row.userId, row.lotteryId);
  const pages = (await Promise.all(formerHolds.map((former) => closePage(ctx, former)))).filter((page) => page !== undefined);
  const now = ctx.now();
  const held = await orRefusal(() =>
    ctx.pool.withPermit(row.lotteryId, () =>
      ctx.db.transaction().execute(async (tx) => {
        // Before the order and the draw, as in every purchase under a limit.
        if (needsLock(terms, now)) await lockPlayerLimits(tx, row.userId);
        for (const page of pages) if (page.orderId !== undefined) await settleLocked(ctx, tx, page.orderId, page);
        return needsLock(terms, now) ? holdWithinLimit(tx, row, now) : holdTickets(tx, row, now);
      }),
    ),
  );
  // A constraint violation also rolled back the settlement of the closed pages.
  if (typeof held !== "object") await Promise.all(pages.map((page) => settlePage(ctx, page)));
  return typeof held === "object" ? unlessNewLimit(ctx, row, { ...held, isChecked: needsLock(terms, now) }) : held;
}
