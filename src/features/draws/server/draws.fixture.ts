/** Test helpers: draws in every state. */
import { commitmentHash, commitToDigest, prizeHash, prizeJson } from "@concours/draw-protocol";
import { sql } from "kysely";
import { finishDraw } from "#demo/finish-draw.ts";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { prizeDocument } from "#features/lotteries/rules/prize/prize-document.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { setSalesState } from "#features/lotteries/server/stock-store.ts";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import { type Freeze, insertFreeze } from "./closing/freeze-store.ts";
import { digestEntries, streamEntries } from "./closing/stream-entries.ts";

/** Days in milliseconds. */
export const DAY = 86_400_000;

/** A draw with entries, and its players. */
export type FilledDraw = { readonly id: string; readonly playerIds: readonly string[] };

/**
 * Inserts a draw with `sold` paid tickets and six postal ones. Sales ended `ended` days ago (negative: they
 * go on).
 */
export async function filledDraw(
  ctx: TestCtx,
  {
    sold = 40,
    ended = 20,
    players = 6,
    // Small orders, so that winner and reserves are different people.
    quantities = [1, 2, 3],
    ...change
  }: { sold?: number; ended?: number; players?: number; quantities?: readonly number[] } & Parameters<typeof makeLottery>[1] = {},
): Promise<FilledDraw> {
  const now = ctx.now().getTime();
  const id = await makeLottery(ctx, {
    start_date: dayFrom(ctx.now(), -ended - 40),
    end_date: dayFrom(ctx.now(), -ended),
    ...change,
  });
  const playerIds: string[] = [];
  for (let i = 0; i < players; i++) playerIds.push((await makeUser(ctx)).id);
  await ctx.db.transaction().execute((tx) =>
    fillDraw(tx, {
      lotteryId: id,
      unitPrice: 2999,
      sold,
      from: new Date(now - (Math.max(ended, 0) + 30) * DAY),
      until: new Date(now - (Math.max(ended, 0) + 2) * DAY),
      playerIds,
      luck: seededRandom(Math.floor(Math.random() * 1e9)),
      prefix: id,
      quantities,
    }),
  );
  return { id, playerIds };
}

/** Voids all tickets or the given numbers, as after a refund. */
export async function voidTickets(ctx: TestCtx, lotteryId: string, numbers?: readonly number[]): Promise<void> {
  const which = numbers ? sql`ticket_number = ANY(${numbers})` : sql`true`;
  await sql`WITH gone AS (
      UPDATE tickets t SET void_at = ${ctx.now()} FROM orders o WHERE o.id = t.order_id AND t.lottery_id = ${lotteryId} AND ${which} RETURNING o.id, o.kind
    ), entries AS (UPDATE orders SET state = 'void', ended_at = ${ctx.now()} WHERE id IN (SELECT id FROM gone WHERE kind = 'free'))
    UPDATE lotteries SET tickets_sold = tickets_sold - (SELECT count(*) FROM gone WHERE kind = 'paid') WHERE id = ${lotteryId}`.execute(
    ctx.db,
  );
}

/** Inserts such a draw, drawn `ended - 8` days ago. */
export async function drawnDraw(ctx: TestCtx, change: Parameters<typeof filledDraw>[1] = {}): Promise<FilledDraw> {
  const draw = await filledDraw(ctx, change);
  const drawnAt = new Date(ctx.now().getTime() - ((change.ended ?? 20) - 8) * DAY);
  await ctx.db.transaction().execute((tx) => finishDraw(ctx, tx, draw.id, drawnAt));
  return draw;
}

/** As a version of the shop before pdraw/3 has frozen it: pdraw/2 has one prize, pdraw/1 sealed none. */
export async function freezeAsBefore(ctx: TestCtx, id: string, version: "pdraw/1" | "pdraw/2"): Promise<void> {
  const lottery = await findLottery(ctx, id);
  if (!lottery) throw new Error(id);
  const document = prizeJson(
    prizeDocument(lottery, [], { filesOf: () => ({}), isTestMode: ctx.env.isTestMode, format: "pdraw-prize/1" }),
  );
  const sealed = version === "pdraw/1" ? undefined : document;
  await ctx.db.transaction().execute(async (tx) => {
    await setSalesState(tx, id, "closed");
    const list = await digestEntries(tx, id, undefined);
    const closedAt = Math.floor(ctx.now().getTime() / 1000);
    const { chain, isDemo } = ctx.beacon;
    const prizeSha256 = sealed === undefined ? undefined : prizeHash(sealed);
    const committed = commitToDigest({ drawId: id, closedAt, list, chain, prizeSha256 });
    const freeze = { list, chain, isDemo, frozenAt: new Date(closedAt * 1000), earlyReason: undefined, leftOut: 0 };
    const prize = { document: sealed } as Freeze["prize"];
    await insertFreeze(tx, { ...freeze, prize, committed, commitment: commitmentHash(committed) });
  });
}

/** The published entries.csv of a draw. */
export async function csvOf(ctx: TestCtx, lotteryId: string): Promise<Buffer> {
  const file = await streamEntries(ctx, lotteryId);
  if (!file.ok) throw new Error(file.error);
  const pieces: Uint8Array[] = [];
  for await (const piece of file.value.pieces) pieces.push(piece);
  return Buffer.concat(pieces);
}
