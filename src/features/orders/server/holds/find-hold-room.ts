/**
 * How many tickets of a draw a buyer may hold, for display and refusals. The hold itself decides by the
 * draw's row.
 */
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { type HoldCounts, type HoldRoom, holdRoom } from "../../rules/checkout/hold-room.ts";
import { findNetworkHeld } from "../checkout/buyer-store.ts";
import { type BuyerEligibility, findBuyer, showEligibility } from "../checkout/find-eligibility.ts";
import type { NewHold } from "./hold-store.ts";

/** A buyer without a confirmed address or without a paid order. */
export function isNewcomer({ emailVerified }: { readonly emailVerified?: boolean }, { hasPaid }: BuyerEligibility): boolean {
  return !(emailVerified === true && hasPaid);
}

/** The draw without the buyer's own hold, which the next hold replaces. */
export function withoutOwnHold(lottery: Lottery, { held, heldAsNewcomer }: BuyerEligibility): Lottery {
  return {
    ...lottery,
    ticketsHeld: lottery.ticketsHeld - held,
    heldByNewcomers: lottery.heldByNewcomers - heldAsNewcomer,
  };
}

type HoldingBuyer = Pick<NewHold, "userId" | "network" | "byNewcomer">;

/** The most that the buyer may hold, and the limit that decides it. */
export async function findHoldRoom(
  ctx: Pick<Ctx, "db">,
  lottery: Lottery,
  buyer: BuyerEligibility,
  holder: HoldingBuyer,
): Promise<HoldRoom> {
  const draw = withoutOwnHold(lottery, buyer);
  const counts: HoldCounts = {
    available: draw.ticketsAvailable,
    sold: draw.ticketsSold,
    held: draw.ticketsHeld,
    heldByNewcomers: draw.heldByNewcomers,
    network: await findNetworkHeld(ctx.db, { userId: holder.userId, lotteryId: lottery.id, network: holder.network }),
    isNewcomer: holder.byNewcomer,
    bought: buyer.bought,
    maxPerPerson: lottery.maxPerPerson,
    packs: lottery.packs,
  };
  return holdRoom(counts);
}

type BuyerInDraw = {
  readonly lotteryId: string;
  readonly network: string;
  readonly buyer: { readonly id: string; readonly emailVerified: boolean };
};
/**
 * The numbers in a refusal: money left this month, end of an exclusion, tickets to hold, and limit per
 * person.
 */
export type RefusalFacts = {
  readonly left: Pence;
  readonly until: Date | undefined;
  readonly most: number;
  readonly cap: number;
};

/** Reads these numbers. */
export async function findRefusalFacts(ctx: Ctx, { lotteryId, network, buyer }: BuyerInDraw): Promise<RefusalFacts> {
  const [{ left = pence(0), exclusion }, lottery] = await Promise.all([
    showEligibility(ctx, buyer.id, pence(0)),
    findPublicLottery(ctx, lotteryId),
  ]);
  const until = exclusion && new Date(exclusion.until);
  if (!lottery) return { left, until, most: 0, cap: 0 };
  const found = await findBuyer(ctx, { userId: buyer.id, lotteryId }, ctx.now());
  const room = await findHoldRoom(ctx, lottery, found, { userId: buyer.id, network, byNewcomer: isNewcomer(buyer, found) });
  return { left, until, most: room.most, cap: lottery.maxPerPerson ?? 0 };
}
