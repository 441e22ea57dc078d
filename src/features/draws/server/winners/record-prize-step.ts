/** Staff record the steps of handing over a prize. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { withdrawAlert, withdrawAlerts } from "#features/access/server/raise-alert.ts";
import { enterCashPaid } from "#features/books/server/enter-prize-cost.ts";
import { cashDue } from "#features/lotteries/rules/prize/cash.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { truncate } from "#shared/text/truncate.ts";
import { isChoiceOpen } from "../../rules/prize-choice.ts";
import { maySetStep, type Prize, type PrizeDocument, type PrizeStep } from "../../rules/prize.ts";
import { winningTicket } from "../../rules/won-prizes.ts";
import { isAnotherWinner } from "../drawing/find-reserve.ts";
import { lockLottery } from "../drawing/step-store.ts";
import { findDrawRow, type Handover, handoverOf, listPrizeSteps } from "../reading/reading-store.ts";
import { listTicketDisputes, setCashPaid, setPrizeCheck, setPrizeStep } from "./winner-store.ts";

/** `out_of_order`: the order of steps is violated, or the time is before the draw or in the future. */
export type PrizeError =
  | "forbidden"
  | "not_found"
  | "not_drawn"
  | "out_of_order"
  /** The winner was replaced meanwhile. */
  | "winner_changed"
  /** The winner's payment is disputed, so the prize waits for the decision. */
  | "disputed"
  /** The seen document is part of the record. */
  | "no_document"
  /** The winner may still choose between prize and cash. */
  | "no_choice"
  /** A payment of cash is recorded with its reference. */
  | "no_reference";

/** In characters. */
const LONGEST_REFERENCE = 100;

type CashPayment = {
  readonly lotteryId: string;
  readonly amount: Pence;
  readonly at: Date | null;
  readonly reference: string | undefined;
  readonly handover: Handover;
};

/** The payment is the cost of the prize; undoing it takes the cost back. */
async function recordCash(
  { now }: Pick<Ctx, "now">,
  tx: Tx,
  actor: Actor,
  { lotteryId, amount, at, reference, handover }: CashPayment,
): Promise<Result<undefined, "no_reference">> {
  const note = at ? truncate((reference ?? "").trim(), LONGEST_REFERENCE) : handover.cashReference;
  if (at && !note) return err("no_reference");
  const paidAt = handover.deliveredAt;
  if (paidAt)
    await enterCashPaid(tx, {
      lotteryId,
      amount: -amount,
      paidAt,
      reference: handover.cashReference,
      by: adminIdOf(actor),
      at: now(),
    });
  if (at) await enterCashPaid(tx, { lotteryId, amount, paidAt: at, reference: note, by: adminIdOf(actor), at: now() });
  await setCashPaid(tx, lotteryId, { at, reference: note });
  return ok();
}

/** The steps of a stored hand-over. */
export function stepsOf({ contactedAt, confirmedAt, checkedAt, deliveredAt }: Handover): Prize {
  return { contacted: contactedAt, confirmed: confirmedAt, checked: checkedAt, delivered: deliveredAt };
}

/** Sets a step to a time, or undoes it (`at` null). `shown`: the winning ticket on the submitted page. */
export async function recordPrizeStep(
  ctx: Pick<Ctx, "db" | "log" | "now" | "env">,
  actor: Actor,
  {
    lotteryId,
    place = 1,
    step,
    at,
    document,
    reference,
    shown,
  }: {
    lotteryId: string;
    /** The prize, counted from 1. */
    place?: number | undefined;
    step: PrizeStep;
    at: Date | null;
    document?: PrizeDocument | undefined;
    /** Of the payment, if the winner takes the cash. */
    reference?: string | undefined;
    shown?: number | undefined;
  },
): Promise<Result<undefined, PrizeError>> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockLottery(tx, lotteryId))) return err("not_found");
    const result = (await findDrawRow(tx, lotteryId))?.result;
    const ticketNumber = result && winningTicket(result, place);
    if (!result || ticketNumber === undefined) return err("not_drawn");
    if (isAnotherWinner(result, shown, place)) return err("winner_changed");
    const dispute = (await listTicketDisputes(tx, [{ lotteryId, ticketNumber }]))(lotteryId, ticketNumber);
    if (step === "delivered" && at && dispute !== undefined) return err("disputed");
    const handover = handoverOf(result, place);
    const prize = stepsOf(handover);
    if (!maySetStep(prize, step, at ?? undefined, { drawnAt: result.drawnAt, now: ctx.now() })) return err("out_of_order");
    const prizeKey = { lotteryId, place };
    // Cash is offered for the first prize only.
    const lottery = place === 1 ? await findLottery({ db: tx }, lotteryId) : undefined;
    const cash = lottery && handover.choice === "cash" ? cashDue(lottery) : undefined;
    if (step === "delivered" && at && lottery?.cash && !handover.choice && isChoiceOpen(prize, lottery.cash.days, ctx.now()))
      return err("no_choice");
    if (step === "delivered" && cash !== undefined) {
      const paid = await recordCash(ctx, tx, actor, { lotteryId, amount: cash, at, reference, handover });
      if (!paid.ok) return paid;
    } else if (step !== "checked") await setPrizeStep(tx, prizeKey, step, at);
    else if (!at) await setPrizeCheck(tx, prizeKey, undefined);
    else if (!document) return err("no_document");
    else await setPrizeCheck(tx, prizeKey, { at, document, by: adminIdOf(actor) });
    // An alert is about the draw: another prize raises it again.
    if (step === "contacted" && at)
      await withdrawAlert(tx, { kind: "winner_not_contacted", subject: { type: "lottery", id: lotteryId }, at: ctx.now() });
    if (step === "delivered" && at)
      await withdrawAlerts(tx, {
        kinds: ["handover_soon", "handover_late"],
        subject: { type: "lottery", id: lotteryId },
        at: ctx.now(),
      });
    await recordChange(tx, {
      actor,
      action: `winner.${step}`,
      subjectType: "lottery",
      subjectId: lotteryId,
      before: { [`prize_${step}_at`]: prize[step]?.toJSON() ?? null },
      after: {
        ...(place > 1 && { prize: place }),
        [`prize_${step}_at`]: at?.toJSON() ?? null,
        ...(step === "checked" && { prize_check_document: document ?? null }),
        ...(step === "delivered" && cash !== undefined && { amount_pence: at ? cash : -cash }),
      },
      at: ctx.now(),
    });
    return ok();
  });
}

/** The handover of these prizes, ready for JSON. */
export async function exportPrizes(
  { db }: Pick<Ctx, "db">,
  won: readonly { readonly lottery_id: string; readonly place: number }[],
) {
  const steps = await listPrizeSteps(
    db,
    won.map(({ lottery_id }) => lottery_id),
  );
  return steps.filter(({ lottery_id, place }) => won.some((prize) => prize.lottery_id === lottery_id && prize.place === place));
}
