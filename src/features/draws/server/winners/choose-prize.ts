/** Records whether the winner takes the prize or the cash. docs/decisions/0109 */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { type CashAlternative, cashDue } from "#features/lotteries/rules/prize/cash.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { choiceEndsAt, isChoiceOpen, type PrizeChoice } from "../../rules/prize-choice.ts";
import { isAnotherWinner } from "../drawing/find-reserve.ts";
import { lockLottery } from "../drawing/step-store.ts";
import { findDrawRow, handoverOf, type ResultRow } from "../reading/reading-store.ts";
import { setPrizeChoice } from "./winner-store.ts";

/** `too_late`: the winner's time is over, or the prize has been handed over. */
export type ChoiceError = "not_found" | "no_cash" | "too_late" | "handed_over" | "winner_changed";

type ChoiceCtx = Pick<Ctx, "db" | "now">;
type Choice = { readonly lotteryId: string; readonly choice: PrizeChoice };

/** A drawn lottery with a cash alternative. */
type ChoiceFacts = { readonly winnerId: string | undefined; readonly result: ResultRow; readonly cash: CashAlternative };

/** Runs `decide` under the draw's lock. */
async function decideLocked(
  { db }: ChoiceCtx,
  { lotteryId }: Choice,
  decide: (tx: Tx, facts: ChoiceFacts) => Promise<Result<undefined, ChoiceError>>,
): Promise<Result<undefined, ChoiceError>> {
  if (!isUuid(lotteryId)) return err("not_found");
  return db.transaction().execute(async (tx) => {
    const locked = await lockLottery(tx, lotteryId);
    const [lottery, draw] = [await findLottery({ db: tx }, lotteryId), await findDrawRow(tx, lotteryId)];
    if (!locked || !lottery || !draw?.result) return err("not_found");
    if (!lottery.cash) return err("no_cash");
    return decide(tx, { winnerId: lottery.winnerId, result: draw.result, cash: lottery.cash });
  });
}

function stepsOf(result: ResultRow) {
  const { contactedAt, deliveredAt } = handoverOf(result);
  return { contacted: contactedAt, delivered: deliveredAt };
}

/** A choice, the one before, and who made it. */
type ChoiceChange = Choice & {
  readonly before: PrizeChoice | undefined;
  readonly actor: Parameters<typeof recordChange>[1]["actor"];
  readonly by: string | undefined;
};

async function storeChoice({ now }: ChoiceCtx, tx: Tx, { lotteryId, choice, before, actor, by }: ChoiceChange): Promise<void> {
  const at = now();
  await setPrizeChoice(tx, lotteryId, { choice, at, by });
  await recordChange(tx, {
    ...{ actor, action: "winner.choose", subjectType: "lottery", subjectId: lotteryId, at },
    before: { prize_choice: before ?? null },
    after: { prize_choice: choice },
  });
}

/** The winner chooses. `not_found` for other people, so that the answer does not disclose the winner. */
export async function chooseOwnPrize(ctx: ChoiceCtx, userId: string, choice: Choice): Promise<Result<undefined, ChoiceError>> {
  return decideLocked(ctx, choice, async (tx, { winnerId, result, cash }) => {
    if (winnerId !== userId) return err("not_found");
    if (!isChoiceOpen(stepsOf(result), cash.days, ctx.now())) return err("too_late");
    await storeChoice(ctx, tx, {
      ...choice,
      before: handoverOf(result).choice,
      actor: { kind: "account_owner", id: userId },
      by: undefined,
    });
    return ok();
  });
}

/** By staff, until the handover. `shown`: the winning ticket on the submitted page. */
export async function recordPrizeChoice(
  ctx: ChoiceCtx & Pick<Ctx, "log">,
  actor: Actor,
  { shown, ...choice }: Choice & { readonly shown?: number | undefined },
): Promise<Result<undefined, ChoiceError | "forbidden">> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  return decideLocked(ctx, choice, async (tx, { result }) => {
    if (isAnotherWinner(result, shown)) return err("winner_changed");
    if (handoverOf(result).deliveredAt) return err("handed_over");
    await storeChoice(ctx, tx, { ...choice, before: handoverOf(result).choice, actor, by: adminIdOf(actor) });
    return ok();
  });
}

/**
 * The choice of the winner, for their page; undefined for other people, and for draws without a cash
 * alternative.
 */
export async function findOwnChoice({ db, now }: ChoiceCtx, userId: string, lotteryId: string) {
  if (!isUuid(lotteryId)) return undefined;
  const lottery = await findLottery({ db }, lotteryId);
  const cash = lottery && cashDue(lottery);
  const result = lottery?.winnerId === userId ? (await findDrawRow(db, lotteryId))?.result : undefined;
  if (!lottery?.cash || cash === undefined || !result) return undefined;
  const { choice, cashReference: reference, contactedAt, deliveredAt } = handoverOf(result);
  const { days } = lottery.cash;
  return {
    title: lottery.title,
    cash,
    days,
    endsAt: choiceEndsAt(contactedAt, days)?.getTime(),
    isOpen: isChoiceOpen(stepsOf(result), days, now()),
    choice,
    paid: reference !== undefined && deliveredAt ? { on: deliveredAt, reference } : undefined,
  };
}
