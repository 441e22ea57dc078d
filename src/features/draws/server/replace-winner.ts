/** Another winner, because the one who was drawn cannot be reached or may not win: the next reserve, or a ticket chosen by hand. docs/decisions/0015. */
import { type Actor, mayAdminister, recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type DrawReason, drawReason } from "../rules/draw-reason.ts";
import { nextReserve } from "../rules/succession.ts";
import { findDrawRow, type ResultRow } from "./reading-store.ts";
import { lockLottery } from "./step-store.ts";
import { dropPhoto } from "./winner-photo.ts";
import { type Holder, insertWinnerChange, listHolders } from "./winner-store.ts";

export type Replacement = {
  readonly lotteryId: string;
  /** Any valid ticket of the draw; without it the next reserve wins. */
  readonly ticketNumber?: number | undefined;
  /** Published on the proof page. */
  readonly reason: string;
};

/** `no_reserve`: all have had their turn. `no_valid_ticket`: there is none with that number, or it is void. `is_winner`: it wins already. */
export type ReplaceError = "forbidden" | "not_found" | "not_drawn" | "no_reserve" | "no_valid_ticket" | "is_winner" | DrawReason;

type Replacing = Pick<Ctx, "db" | "log" | "now" | "jobs" | "media">;

export async function replaceWinner(
  ctx: Replacing,
  actor: Actor,
  replacement: Replacement,
): Promise<Result<{ ticketNumber: number; winnerId: string }, ReplaceError>> {
  if (!(await mayAdminister(ctx, actor))) return err("forbidden");
  if (!isUuid(replacement.lotteryId)) return err("not_found");
  const reason = drawReason(replacement.reason, true);
  if (!reason.ok) return reason;
  const replaced = await ctx.db
    .transaction()
    .execute((tx) => replaceLocked(ctx, tx, actor, { ...replacement, reason: reason.value ?? "" }));
  if (!replaced.ok) return replaced;
  const { to, photoUrl } = replaced.value;
  await dropPhoto(ctx, photoUrl);
  return ok({ ticketNumber: to.ticketNumber, winnerId: to.ownerId });
}

async function replaceLocked(
  ctx: Replacing,
  tx: Tx,
  actor: Actor,
  { lotteryId, ticketNumber, reason }: Replacement,
): Promise<Result<{ to: Holder; photoUrl: string | undefined }, ReplaceError>> {
  const lottery = await lockLottery(tx, lotteryId);
  if (!lottery || lottery.status === "draft") return err("not_found");
  const result = (await findDrawRow(tx, lotteryId))?.result;
  if (!result) return err("not_drawn");
  const current = winningTicket(result);
  const to =
    ticketNumber === undefined ? await findReserve(tx, lotteryId, result) : await findHolder(tx, lotteryId, ticketNumber);
  if (!to) return err(ticketNumber === undefined ? "no_reserve" : "no_valid_ticket");
  if (to.ticketNumber === current) return err("is_winner");

  const byAdmin = actor.kind === "admin" ? actor.id : undefined;
  await insertWinnerChange(tx, { lotteryId, to, reason, byAdmin, at: ctx.now() });
  await recordChange(tx, {
    actor,
    action: "draw.replace_winner",
    subjectType: "lottery",
    subjectId: lotteryId,
    before: { ticket_number: current, winner_id: lottery.winnerId ?? null },
    after: { ticket_number: to.ticketNumber, winner_id: to.ownerId },
    reason,
    at: ctx.now(),
  });
  await ctx.jobs.send(tx, "draw-news", { message: "draw-winner", lotteryId });
  return ok({ to, photoUrl: lottery.winnerPhotoUrl });
}

/** The ticket that wins after all changes. */
export function winningTicket(result: Pick<ResultRow, "picks" | "changes">): number {
  return result.changes.at(-1)?.ticketNumber ?? result.picks[0]?.ticketNumber ?? 0;
}

async function findHolder(tx: Tx, lotteryId: string, ticketNumber: number): Promise<Holder | undefined> {
  if (!Number.isSafeInteger(ticketNumber) || ticketNumber < 1 || ticketNumber > 2_147_483_647) return undefined;
  const [holder] = await listHolders(tx, lotteryId, [ticketNumber]);
  return holder?.isValid ? holder : undefined;
}

async function findReserve(tx: Tx, lotteryId: string, result: ResultRow): Promise<Holder | undefined> {
  const current = winningTicket(result);
  const former = [result.picks[0], ...result.changes].flatMap((won) => won?.ticketNumber ?? []);
  const wanted = result.picks.slice(1).map((pick) => pick.ticketNumber);
  const holders = new Map(
    (await listHolders(tx, lotteryId, [...former, ...wanted])).map((holder) => [holder.ticketNumber, holder]),
  );
  return nextReserve({
    current,
    former,
    reserves: wanted.flatMap((number) => holders.get(number) ?? []),
    owners: former.flatMap((number) => holders.get(number)?.ownerId ?? []),
  });
}
