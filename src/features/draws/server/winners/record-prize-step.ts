import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { withdrawAlert, withdrawAlerts } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { maySetStep, type Prize, type PrizeDocument, type PrizeStep } from "../../rules/prize.ts";
import { isAnotherWinner, winningTicket } from "../drawing/find-reserve.ts";
import { lockLottery } from "../drawing/step-store.ts";
import { findDrawRow, listPrizeSteps, type ResultRow } from "../reading/reading-store.ts";
import { listTicketDisputes, setPrizeCheck, setPrizeStep } from "./winner-store.ts";

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
  | "no_document";

export async function recordPrizeStep(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  {
    lotteryId,
    step,
    at,
    document,
    shown,
  }: {
    lotteryId: string;
    step: PrizeStep;
    at: Date | null;
    document?: PrizeDocument | undefined;
    shown?: number | undefined;
  },
): Promise<Result<undefined, PrizeError>> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockLottery(tx, lotteryId))) return err("not_found");
    const result = (await findDrawRow(tx, lotteryId))?.result;
    if (!result) return err("not_drawn");
    if (isAnotherWinner(result, shown)) return err("winner_changed");
    const winner = { lotteryId, ticketNumber: winningTicket(result) };
    if (step === "delivered" && at && (await listTicketDisputes(tx, [winner])).has(lotteryId)) return err("disputed");
    const prize = prizeOf(result);
    if (!maySetStep(prize, step, at ?? undefined, { drawnAt: result.drawnAt, now: ctx.now() })) return err("out_of_order");
    if (step !== "checked") await setPrizeStep(tx, lotteryId, step, at);
    else if (!at) await setPrizeCheck(tx, lotteryId, undefined);
    else if (!document) return err("no_document");
    else await setPrizeCheck(tx, lotteryId, { at, document, by: adminIdOf(actor) });
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
        [`prize_${step}_at`]: at?.toJSON() ?? null,
        ...(step === "checked" && { prize_check_document: document ?? null }),
      },
      at: ctx.now(),
    });
    return ok();
  });
}

function prizeOf({ prize }: ResultRow): Prize {
  return { contacted: prize.contactedAt, confirmed: prize.confirmedAt, checked: prize.checkedAt, delivered: prize.deliveredAt };
}

export async function exportPrizes({ db }: Pick<Ctx, "db">, lotteryIds: readonly string[]) {
  return listPrizeSteps(db, lotteryIds);
}
