/** How many tickets of a draw a buyer may hold, for display and refusals. The draw's row decides. */
import { limitAt } from "#features/accounts/rules/person/safer-play.ts";
import { packsJson } from "#features/lotteries/rules/fields/packs-fact.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { findLottery, findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { type HoldCounts, type HoldRoom, holdRoom, roomProblem } from "../../rules/checkout/hold-room.ts";
import { exceedsLimit } from "../../rules/checkout/spending.ts";
import { type PurchaseError, refusalOf } from "../../rules/refusal.ts";
import { findNetworkHeld } from "../checkout/buyer-store.ts";
import { type BuyerEligibility, findBuyer, showEligibility } from "../checkout/find-eligibility.ts";
import type { NewHold } from "./hold-store.ts";

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

type Asking = Pick<NewHold, "userId" | "network" | "byNewcomer">;

export async function findHoldRoom(
  ctx: Pick<Ctx, "db">,
  lottery: Lottery,
  buyer: BuyerEligibility,
  by: Asking,
): Promise<HoldRoom> {
  const free = withoutOwnHold(lottery, buyer);
  const counts: HoldCounts = {
    available: free.ticketsAvailable,
    sold: free.ticketsSold,
    held: free.ticketsHeld,
    heldByNewcomers: free.heldByNewcomers,
    network: await findNetworkHeld(ctx.db, { userId: by.userId, lotteryId: lottery.id, network: by.network }),
    isNewcomer: by.byNewcomer,
    bought: buyer.bought,
    maxPerPerson: lottery.maxPerPerson,
    packs: lottery.packs,
  };
  return holdRoom(counts);
}

/** Why a hold is refused at this moment; undefined if it is not (any more). */
export async function findHoldProblem(ctx: Pick<Ctx, "db" | "now">, hold: NewHold): Promise<PurchaseError | undefined> {
  const [lottery, buyer] = await Promise.all([findLottery(ctx, hold.lotteryId), findBuyer(ctx, hold, ctx.now())]);
  if (!lottery) return "not_found";
  const refusal = refusalOf(
    withoutOwnHold(lottery, buyer),
    { quantity: hold.quantity, expectedUnitPrice: hold.unitPrice },
    ctx.now(),
  );
  if (refusal) return refusal;
  if (packsJson(lottery.packs) !== packsJson(hold.packs)) return "price_changed";
  if (exceedsLimit(limitAt(buyer.limits, ctx.now()), buyer.spending, hold.total)) return "over_limit";
  return roomProblem(await findHoldRoom(ctx, lottery, buyer, hold), hold.quantity);
}

type Asked = {
  readonly lotteryId: string;
  readonly network: string;
  readonly buyer: { readonly id: string; readonly emailVerified: boolean };
};
export type RefusalFacts = {
  readonly left: Pence;
  readonly until: Date | undefined;
  readonly most: number;
  readonly cap: number;
};

export async function findRefusalFacts(ctx: Ctx, { lotteryId, network, buyer }: Asked): Promise<RefusalFacts> {
  const [{ left = pence(0), rest }, lottery] = await Promise.all([
    showEligibility(ctx, buyer.id, pence(0)),
    findPublicLottery(ctx, lotteryId),
  ]);
  const until = rest && new Date(rest.until);
  if (!lottery) return { left, until, most: 0, cap: 0 };
  const found = await findBuyer(ctx, { userId: buyer.id, lotteryId }, ctx.now());
  const room = await findHoldRoom(ctx, lottery, found, { userId: buyer.id, network, byNewcomer: isNewcomer(buyer, found) });
  return { left, until, most: room.most, cap: lottery.maxPerPerson ?? 0 };
}
