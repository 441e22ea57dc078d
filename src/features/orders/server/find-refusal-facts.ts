/** The numbers that the sentence of a refused purchase needs, for API clients. Screens have them from the question's page. */
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Pence, pence } from "#shared/money.ts";
import { findBuyer, showEligibility } from "./find-eligibility.ts";
import { findHoldRoom, isNewcomer } from "./find-hold-room.ts";

type Asked = {
  readonly lotteryId: string;
  readonly network: string;
  readonly buyer: { readonly id: string; readonly emailVerified: boolean };
};
/** `left` of the buyer's monthly limit, `until` when the buyer rests, `most` tickets that can be chosen now, `cap` for one person. */
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
