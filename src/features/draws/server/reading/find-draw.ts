/** A draw for the public: its state, commitment, result and proof. */
import { type ChainInfo, type DrawProof, QUICKNET, timeOf } from "@concours/draw-protocol";
import { listPublicNames } from "#features/accounts/server/profile/profile.ts";
import { autoFreezeDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { findPublicLottery, listImprovements } from "#features/lotteries/server/find-lottery.ts";
import { listWaitingCards } from "#features/staff/server/approvals/list-proposals.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { type DrawState, drawState, cardsDelayFreeze } from "../../rules/draw-state.ts";
import type { CommittedDraw, DrawnResult, PrizeWinner, PublicDraw, WinnerChange } from "../../rules/public-draw.ts";
import { drawnFor, placesOf, winningTicket } from "../../rules/won-prizes.ts";
import { provePicks } from "../drawing/prove-picks.ts";
import { listHolders } from "../winners/winner-store.ts";
import { type LogLine, listLogLines } from "./log-store.ts";
import { type CommittedRow, type DrawRow, findDrawRow, type ResultRow } from "./reading-store.ts";

type Reading = Pick<Ctx, "db" | "beacon" | "now">;

/** The owner of each present winning ticket. That of the first prize stands in the draw's row. */
async function listWinnerIds(ctx: Reading, { id, winnerId }: Lottery, result: ResultRow): Promise<ReadonlyMap<number, string>> {
  const tickets = placesOf(result).flatMap((place) => winningTicket(result, place) ?? []);
  const [first] = tickets;
  if (first !== undefined && tickets.length === 1 && winnerId !== undefined) return new Map([[first, winnerId]]);
  const holders = await listHolders(ctx.db, id, tickets);
  return new Map(holders.map(({ ticketNumber, ownerId }) => [ticketNumber, ownerId]));
}

/** The committed chain. @throws if this shop does not know it */
export function chainOf({ beacon }: Pick<Ctx, "beacon">, committed: Pick<CommittedRow, "chain" | "inputs">): ChainInfo {
  const { chainHash } = committed.inputs;
  const chain = committed.chain ?? [QUICKNET, beacon.chain].find(({ hash }) => hash === chainHash);
  if (!chain) throw new Error(`no parameters are stored of the beacon ${chainHash}`);
  return chain;
}

/** When the beacon publishes the committed round. */
export function roundAt(ctx: Pick<Ctx, "beacon">, row: Pick<CommittedRow, "chain" | "inputs">): Date {
  return new Date(timeOf(chainOf(ctx, row), row.inputs.round) * 1000);
}

function toCommitted(ctx: Reading, row: CommittedRow): CommittedDraw {
  const chain = chainOf(ctx, row);
  const { commitment, inputs, prize, stamps, frozenAt, sequence, leftOut } = row;
  return { commitment, inputs, prize, stamps, chain, frozenAt, sequence, leftOut, roundAt: roundAt(ctx, row) };
}

/** The state of a draw. `cards`: by draw, when the first waiting card was proposed. */
export function stateOf(ctx: Reading, lottery: Lottery, row: DrawRow, cards: ReadonlyMap<string, Date>): DrawState {
  const committed = row.committed && toCommitted(ctx, row.committed);
  const facts = {
    ...lottery,
    held: lottery.ticketsHeld,
    hasCards: cardsDelayFreeze(lottery, cards.get(lottery.id)),
    isRequested: row.requestedAt !== undefined || (row.autoDraw && ctx.now() >= autoFreezeDue(lottery)),
    isEarly: row.earlyReason !== undefined,
    frozen: committed && { round: committed.inputs.round, roundAt: committed.roundAt },
  };
  return drawState(facts, ctx.now());
}

/** The replacements of winners, each with the ticket that it replaced. */
function changesIn(row: ResultRow): WinnerChange[] {
  const winning = new Map(placesOf(row).map((place) => [place, drawnFor(row, place).winner ?? 0]));
  return row.changes.map(({ place, ticketNumber, reason, at }) => {
    const reserve = drawnFor(row, place).reserves.indexOf(ticketNumber);
    const fromTicket = winning.get(place) ?? 0;
    winning.set(place, ticketNumber);
    return { place, fromTicket, toTicket: ticketNumber, reserve: reserve === -1 ? undefined : reserve + 1, reason, at };
  });
}

function toResult(row: ResultRow, winners: ReadonlyMap<number, string>, names: ReadonlyMap<string, string>): DrawnResult {
  const { beacon, seed, drawnAt, picks, videoUrl } = row;
  const winnerOf = (place: number): PrizeWinner | undefined => {
    const ticketNumber = winningTicket(row, place);
    const userId = ticketNumber === undefined ? undefined : winners.get(ticketNumber);
    return ticketNumber === undefined || userId === undefined ? undefined : { ticketNumber, userId, name: names.get(userId) };
  };
  const prizes = placesOf(row).map((place) => {
    const { winner: drawn, reserves, passedOver } = drawnFor(row, place);
    return { place, drawn, reserves, passedOver, winner: winnerOf(place) };
  });
  const [first] = prizes;
  const winner = first?.winner ?? { ticketNumber: first?.drawn ?? 0, userId: "", name: undefined };
  return { beacon, seed, drawnAt, picks, prizes, changes: changesIn(row), winner, videoUrl };
}

/** A published draw; undefined for an unknown one or a draft. */
export async function findDraw(ctx: Reading, lotteryId: string | undefined): Promise<PublicDraw | undefined> {
  const lottery = await findPublicLottery(ctx, lotteryId);
  const row = lottery && (await findDrawRow(ctx.db, lottery.id));
  if (!row) return undefined;
  const improvements = await listImprovements(ctx, lottery.id);
  const winners = row.result ? await listWinnerIds(ctx, lottery, row.result) : new Map<number, string>();
  const names = await listPublicNames(ctx, [...new Set(winners.values())]);
  return {
    lottery,
    state: stateOf(ctx, lottery, row, await listWaitingCards(ctx)),
    isDemo: row.committed?.isDemo ?? ctx.beacon.isDemo,
    entries: { total: row.committed?.inputs.n ?? row.valid, free: row.free },
    earlyReason: row.earlyReason,
    improvements,
    committed: row.committed && toCommitted(ctx, row.committed),
    result: row.result && toResult(row.result, winners, names),
  };
}

/** The proof for `proofJson`; undefined before the result. */
export async function findProof(ctx: Reading, lotteryId: string | undefined): Promise<DrawProof | undefined> {
  const row = isUuid(lotteryId) ? await findDrawRow(ctx.db, lotteryId) : undefined;
  if (!row?.committed || !row.result) return undefined;
  const { beacon, picks } = row.result;
  const passedOver = new Set(picks.filter(({ isPassedOver }) => isPassedOver).map(({ pick }) => pick));
  return provePicks(ctx.db, { ...row.committed, chain: chainOf(ctx, row.committed) }, beacon, passedOver);
}

export type { LogLine } from "./log-store.ts";

/** The public log of all commitments, newest first. */
export async function listDrawLog(ctx: Pick<Ctx, "db">): Promise<LogLine[]> {
  return listLogLines(ctx.db);
}
