/** The entry list of a frozen draw, `entries.csv`: the very bytes that were committed to, piece by piece. */
import { type ListDigest, ListDigester } from "@concours/draw-protocol";
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { findEntryLines } from "./entry-store.ts";
import { findDrawRow } from "./reading-store.ts";

/** Some 200 kB, and hashed in about 25 ms: other requests wait no longer than that. */
const PIECE_LINES = 5000;

/** `n` lines; `sha256` of the whole file in hex. */
export type EntryFile = { readonly n: number; readonly sha256: string; readonly pieces: AsyncGenerator<Uint8Array> };

/** `not_frozen`: the list can still change, and its tags are their owners' alone. */
export async function streamEntries(
  ctx: Pick<Ctx, "db">,
  lotteryId: string | undefined,
): Promise<Result<EntryFile, "not_found" | "not_frozen">> {
  const draw = isUuid(lotteryId) ? await findDrawRow(ctx.db, lotteryId) : undefined;
  if (!draw) return err("not_found");
  const { committed } = draw;
  // Of a draft nobody learns that it is there.
  if (!committed) return err((await findPublicLottery(ctx, draw.lotteryId)) ? "not_frozen" : "not_found");
  const { n, entriesSha256: sha256 } = committed.inputs;
  return ok({ n, sha256, pieces: readPieces(ctx.db, draw.lotteryId, committed.frozenAt) });
}

/** @param frozenAt undefined while the list is being frozen: then what is void now is left out */
async function* readPieces(db: Db | Tx, lotteryId: string, frozenAt: Date | undefined): AsyncGenerator<Uint8Array> {
  for (let after = 0; ; ) {
    const piece = await findEntryLines(db, { lotteryId, after, limit: PIECE_LINES, frozenAt });
    if (!piece) return;
    yield Buffer.from(piece.csv, "latin1");
    after = piece.lastTicket;
  }
}

/** The list's fingerprints. Throws a RangeError where it is empty. */
export async function digestEntries(db: Db | Tx, lotteryId: string, frozenAt: Date | undefined): Promise<ListDigest> {
  const digester = new ListDigester();
  for await (const piece of readPieces(db, lotteryId, frozenAt)) digester.add(piece);
  return digester.finish();
}
