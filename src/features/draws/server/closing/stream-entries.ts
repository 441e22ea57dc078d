/** Streams the frozen entry list, `entries.csv`, byte for byte as committed. */
import { type ListDigest, ListDigester } from "@concours/draw-protocol";
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { findEntryLines } from "./entry-store.ts";

/** About 200 kB, hashed in about 25 ms, which limits the delay of other requests. */
const HASHED_LINES = 5000;
/** About 20 kB, the memory for each slow reader. */
const SENT_LINES = 500;

/** The file in pieces, and its SHA-256 in hex; `n`: its lines. */
export type EntryFile = { readonly n: number; readonly sha256: string; readonly pieces: AsyncGenerator<Uint8Array> };

/** `lines`: of a piece. */
type PieceRange = { readonly lotteryId: string; readonly frozenAt: Date | undefined; readonly lines: number };

async function* readPieces(db: Db | Tx, { lines: limit, ...list }: PieceRange): AsyncGenerator<Uint8Array> {
  for (let after = 0; ;) {
    const piece = await findEntryLines(db, { ...list, after, limit });
    if (!piece) return;
    yield Buffer.from(piece.csv, "latin1");
    after = piece.lastTicket;
  }
}

/** The published list of a draw. `not_frozen`: it can still change, and its tags are secret. */
export async function streamEntries(
  ctx: Pick<Ctx, "db">,
  lotteryId: string | undefined,
): Promise<Result<EntryFile, "not_found" | "not_frozen">> {
  const draw = isUuid(lotteryId) ? await findDrawRow(ctx.db, lotteryId) : undefined;
  if (!draw) return err("not_found");
  const { committed } = draw;
  // The existence of a draft is not disclosed.
  if (!committed) return err((await findPublicLottery(ctx, draw.lotteryId)) ? "not_frozen" : "not_found");
  const { n, entriesSha256: sha256 } = committed.inputs;
  return ok({
    n,
    sha256,
    pieces: readPieces(ctx.db, { lotteryId: draw.lotteryId, frozenAt: committed.frozenAt, lines: SENT_LINES }),
  });
}

/** Hashes the list. @throws a RangeError if it is empty */
export async function digestEntries(db: Db | Tx, lotteryId: string, frozenAt: Date | undefined): Promise<ListDigest> {
  const digester = new ListDigester();
  for await (const piece of readPieces(db, { lotteryId, frozenAt, lines: HASHED_LINES })) digester.add(piece);
  return digester.finish();
}
