/** What the shop has stored of a draw itself: prize, list, commitment, witnesses, result and handover. */
import type { DrawProof } from "@concours/draw-protocol";
import { sealPrize } from "#features/lotteries/server/prize/seal-prize.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PublicDraw } from "../../rules/public-draw.ts";
import { placesOf, winningTicket } from "../../rules/won-prizes.ts";
import { type EntryFile, streamEntries } from "../closing/stream-entries.ts";
import { findDraw, findProof } from "./find-draw.ts";
import { findDrawRow, type Handover, handoverOf } from "./reading-store.ts";

/** `place` is that of the prize, from 1. */
export type PrizeHandover = Handover & { readonly place: number };

/** The parts of an evidence pack that belong to the draw. */
export type DrawEvidence = {
  readonly draw: PublicDraw;
  /** The prize document: as sealed, or as it is now. */
  readonly prize: string;
  readonly isPrizeSealed: boolean;
  readonly timestamps: DrawProof["timestamps"];
  /** Undefined before the result. */
  readonly proof: DrawProof | undefined;
  /** Undefined before the freeze. */
  readonly entries: EntryFile | undefined;
  /** In the order of the prizes, without those that have no winner; empty before the result. */
  readonly handovers: readonly PrizeHandover[];
};

/** Undefined for an unknown draw and for a draft. */
export async function readDrawEvidence(
  ctx: Pick<Ctx, "db" | "beacon" | "now" | "media" | "env">,
  lotteryId: string | undefined,
): Promise<DrawEvidence | undefined> {
  const draw = await findDraw(ctx, lotteryId);
  const row = draw && (await findDrawRow(ctx.db, draw.lottery.id));
  if (!draw || !row) return undefined;
  const [proof, current, entries] = await Promise.all([
    findProof(ctx, draw.lottery.id),
    sealPrize(ctx, ctx.db, draw.lottery.id),
    streamEntries(ctx, draw.lottery.id),
  ]);
  const sealed = row.committed?.prize;
  const { result } = row;
  return {
    draw,
    prize: sealed ?? current?.document ?? "",
    isPrizeSealed: sealed !== undefined,
    timestamps: row.committed?.timestamps ?? [],
    proof,
    entries: entries.ok ? entries.value : undefined,
    handovers: result
      ? placesOf(result)
          .filter((place) => winningTicket(result, place) !== undefined)
          .map((place) => ({ place, ...handoverOf(result, place) }))
      : [],
  };
}
