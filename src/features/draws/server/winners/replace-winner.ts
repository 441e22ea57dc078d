/** Replaces a winner by the next reserve, else by a choice that needs approval. docs/decisions/0024. */
import { type Actor, adminIdOf, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { withdrawAlerts } from "#features/access/server/raise-alert.ts";
import { winnerPhoto } from "#features/lotteries/rules/lottery.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { needsSecondAdmin, propose } from "#features/staff/server/approvals/propose.ts";
import { isAnyExcludedStaff } from "#features/staff/server/team/staff-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import {
  hadTimeToAnswer,
  type PublishedReason,
  type ReplacementReasonError,
  replacementReason,
} from "../../rules/replacement.ts";
import { changesOf, winningTicket } from "../../rules/won-prizes.ts";
import { findReserve, wonElsewhere } from "../drawing/find-reserve.ts";
import { lockLottery } from "../drawing/step-store.ts";
import { findDrawRow, type ResultRow } from "../reading/reading-store.ts";
import { alertStaffWinner } from "./alert-staff-winner.ts";
import { dropPhoto } from "./winner-photo.ts";
import { type Holder, insertWinnerChange, listHolders, listOwningPeople, listTicketDisputes } from "./winner-store.ts";

/** What staff send. Without `ticketNumber`, the next reserve wins. */
export type Replacement = {
  readonly lotteryId: string;
  /** The prize, counted from 1. */
  readonly place?: number | undefined;
  readonly ticketNumber?: number | undefined;
  readonly reason: { readonly code: string; readonly text: string; readonly textFr?: string | undefined };
};

/** The replacement, which may wait for a second administrator. */
export type Replaced = { readonly ticketNumber: number; readonly winnerId: string; readonly proposalId: string | undefined };

/**
 * `no_valid_ticket`: unknown or void. `already_proposed`: another ticket waits for confirmation.
 * `handed_over`: the prize is delivered. `still_time`: the time to answer is not over.
 */
export type ReplaceError =
  | ReauthRefusal
  | "not_found"
  | "not_drawn"
  | "handed_over"
  | "no_reserve"
  | "reserve_first"
  | "no_valid_ticket"
  | "is_winner"
  | "is_staff"
  | "already_proposed"
  | "not_reversed"
  | "still_time"
  | ReplacementReasonError;

type SuccessorError = Exclude<
  ReplaceError,
  ReauthRefusal | ReplacementReasonError | "already_proposed" | "not_reversed" | "still_time"
>;

type ReplaceCtx = Pick<Ctx, "db" | "env" | "log" | "now" | "jobs" | "media">;

/**
 * Whether the bank took the payment of a ticket back. While it decides, the prize waits
 * (docs/decisions/0029).
 */
async function isReversed(tx: Tx, lotteryId: string, ticketNumber: number): Promise<boolean> {
  return (await listTicketDisputes(tx, [{ lotteryId, ticketNumber }]))(lotteryId, ticketNumber) === "lost";
}

/**
 * The ticket that is to win, and the winner before. `isByHand`: chosen by staff, since no reserve is left.
 */
type Successor = {
  readonly place: number;
  readonly to: Holder;
  /** The present winners of the other prizes. */
  readonly others: readonly number[];
  readonly current: number;
  readonly winnerId: string | undefined;
  readonly wonAt: Date;
  readonly photoUrl: string | undefined;
  readonly isByHand: boolean;
};

/** With one prize a person, the owner of another winning ticket cannot be chosen. */
async function hasWonElsewhere(
  tx: Tx,
  lotteryId: string,
  { onePrizeAPerson }: ResultRow,
  { chosen, others }: { chosen: number; others: readonly number[] },
): Promise<boolean> {
  if (!onePrizeAPerson) return false;
  const people = await listOwningPeople(tx, lotteryId, [chosen, ...others]);
  return others.some((other) => people.get(other) === people.get(chosen));
}

/** The valid ticket with this number. */
async function findHolder(tx: Tx, lotteryId: string, ticketNumber: number): Promise<Holder | undefined> {
  if (!Number.isSafeInteger(ticketNumber) || ticketNumber < 1 || ticketNumber > 2_147_483_647) return undefined;
  const [holder] = await listHolders(tx, lotteryId, [ticketNumber]);
  return holder?.isValid ? holder : undefined;
}

async function findPrizePhoto(tx: Tx, lotteryId: string, place: number): Promise<string | undefined> {
  const lottery = await findLottery({ db: tx }, lotteryId);
  return lottery && winnerPhoto(lottery, place)?.url;
}

/** Checks the replacement under the draw's lock. */
async function findSuccessor(
  ctx: Pick<Ctx, "env">,
  tx: Tx,
  { lotteryId, place = 1, ticketNumber }: Pick<Replacement, "lotteryId" | "place" | "ticketNumber">,
): Promise<Result<Successor, SuccessorError>> {
  const lottery = await lockLottery(tx, lotteryId);
  if (!lottery || lottery.status === "draft") return err("not_found");
  const result = (await findDrawRow(tx, lotteryId))?.result;
  if (!result) return err("not_drawn");
  if (result.handovers.get(place)?.deliveredAt) return err("handed_over");
  const current = winningTicket(result, place);
  if (current === undefined) return err("not_drawn");
  const reserve = await findReserve(tx, lotteryId, result, place);
  const chosen = ticketNumber ?? reserve?.ticketNumber;
  if (chosen === undefined) return err("no_reserve");
  const others = wonElsewhere(result, place).now;
  if (chosen === current || others.includes(chosen)) return err("is_winner");
  const to = await findHolder(tx, lotteryId, chosen);
  if (!to) return err("no_valid_ticket");
  if (reserve && chosen !== reserve.ticketNumber) return err("reserve_first");
  // Picks are final, so a reserve who is staff is passed over with a published reason.
  if (!reserve && (await isAnyExcludedStaff(ctx, tx, [to.ownerId]))) return err("is_staff");
  if (!reserve && (await hasWonElsewhere(tx, lotteryId, result, { chosen, others }))) return err("is_winner");
  const wonAt = changesOf(result, place).at(-1)?.at ?? result.drawnAt;
  const isFirst = place === 1;
  return ok({
    ...{ place, to, others, current, wonAt },
    winnerId: isFirst ? lottery.winnerId : (await listHolders(tx, lotteryId, [current]))[0]?.ownerId,
    photoUrl: isFirst ? lottery.winnerPhotoUrl : await findPrizePhoto(tx, lotteryId, place),
    isByHand: reserve === undefined,
  });
}

/** The payload of a `winner_by_hand` proposal. `instead`: the winning ticket at that time. */
export type ByHand = {
  readonly ticketNumber: number;
  readonly place?: number | undefined;
  readonly instead?: number | undefined;
  readonly reason: PublishedReason;
};

type Change = Successor & { readonly lotteryId: string; readonly reason: PublishedReason };

async function proposeByHand(ctx: ReplaceCtx, tx: Tx, actor: Actor, change: Change) {
  const { place, to, current, reason } = change;
  const payload: ByHand = { ticketNumber: to.ticketNumber, ...(place > 1 && { place }), instead: current, reason };
  const proposed = await propose(ctx, tx, actor, {
    kind: "winner_by_hand",
    subjectId: change.lotteryId,
    payload,
    reason: change.reason.text,
  });
  return proposed.ok ? ok({ change, proposalId: proposed.value.proposalId }) : proposed;
}

/** Stores the new winner, records the change and queues the mails. */
async function makeWinner(
  ctx: ReplaceCtx,
  tx: Tx,
  actor: Actor,
  change: Change & { readonly details: Readonly<Record<string, unknown>> },
): Promise<Change> {
  const { lotteryId, place, to, others, current, winnerId, reason, details } = change;
  const byAdmin = adminIdOf(actor);
  await insertWinnerChange(tx, { lotteryId, place, to, reason, byAdmin, at: ctx.now() });
  const winnerIds = [to.ownerId, ...(await listHolders(tx, lotteryId, others)).map(({ ownerId }) => ownerId)];
  await alertStaffWinner(ctx, tx, { lotteryId, winnerIds, at: ctx.now() });
  await withdrawAlerts(tx, {
    kinds: ["winner_not_contacted", "handover_soon", "handover_late"],
    subject: { type: "lottery", id: lotteryId },
    at: ctx.now(),
  });
  await recordChange(tx, {
    actor,
    action: "draw.replace_winner",
    subjectType: "lottery",
    subjectId: lotteryId,
    before: { ticket_number: current, winner_id: winnerId ?? null },
    after: {
      ...(place > 1 && { prize: place }),
      ...{ ticket_number: to.ticketNumber, winner_id: to.ownerId, reason_code: reason.code, ...details },
    },
    reason: reason.text,
    at: ctx.now(),
  });
  await ctx.jobs.send(tx, "draw-news", { message: "draw-winner", lotteryId });
  return change;
}

/** Replaces the winner, or proposes it if a second administrator has to confirm. */
export async function replaceWinner(
  ctx: ReplaceCtx,
  actor: Actor,
  replacement: Replacement,
): Promise<Result<Replaced, ReplaceError>> {
  const reauth = await requireReauth(ctx, actor, "winners.write");
  if (!reauth.ok) return reauth;
  if (!isUuid(replacement.lotteryId)) return err("not_found");
  const reason = replacementReason(replacement.reason);
  if (!reason.ok) return reason;
  const replaced = await ctx.db.transaction().execute(async (tx) => {
    const found = await findSuccessor(ctx, tx, replacement);
    if (!found.ok) return found;
    const { lotteryId } = replacement;
    if (reason.value.code === "payment_reversed" && !(await isReversed(tx, lotteryId, found.value.current)))
      return err("not_reversed");
    if (reason.value.code === "unreachable" && !hadTimeToAnswer(found.value.wonAt, ctx.now())) return err("still_time");
    const change = { ...found.value, lotteryId, reason: reason.value };
    if (found.value.isByHand && (await needsSecondAdmin(tx, actor, "winner_by_hand")))
      return proposeByHand(ctx, tx, actor, change);
    const details = found.value.isByHand ? { alone: true } : {};
    return ok({ change: await makeWinner(ctx, tx, actor, { ...change, details }), proposalId: undefined });
  });
  if (!replaced.ok) return replaced;
  const { change, proposalId } = replaced.value;
  if (proposalId === undefined) await dropPhoto(ctx, change.photoUrl);
  return ok({ ticketNumber: change.to.ticketNumber, winnerId: change.to.ownerId, proposalId });
}

/** Executes a confirmed proposal after another check. Returns the old winner's photo, to drop on commit. */
export async function replaceAsProposed(
  ctx: ReplaceCtx,
  tx: Tx,
  actor: Actor,
  { id, lotteryId, place, ticketNumber, instead, reason }: ByHand & { readonly id: string; readonly lotteryId: string },
): Promise<Result<{ photoUrl: string | undefined }, SuccessorError | "winner_changed" | "not_reversed">> {
  const found = await findSuccessor(ctx, tx, { lotteryId, place, ticketNumber });
  if (!found.ok) return found;
  // The reason concerns the winner at that time.
  if (instead !== undefined && instead !== found.value.current) return err("winner_changed");
  if (reason.code === "payment_reversed" && !(await isReversed(tx, lotteryId, found.value.current))) return err("not_reversed");
  return ok(await makeWinner(ctx, tx, actor, { ...found.value, lotteryId, reason, details: { proposal_id: id } }));
}
