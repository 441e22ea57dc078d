/** The prize document of a draw with its hash, which the draw's commitment contains. */
import { prizeHash, prizeJson, type PrizeRules } from "@concours/draw-protocol";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { prizeDocument } from "../../rules/prize/prize-document.ts";
import { findLotteryRow, listFileHashes } from "../store.ts";
import { listImprovementRows } from "./improvement-store.ts";

/** `rules` are those of the document's prizes, as committed with it. */
export type SealedPrize = { readonly document: string; readonly sha256: string; readonly rules: PrizeRules };

/**
 * The current document, which is final from the freeze on; undefined for an unknown draw. Hashes of old
 * pictures that the database lacks are computed from their files.
 */
export async function sealPrize(
  { media, env }: Pick<Ctx, "media"> & { readonly env: Pick<Ctx["env"], "isTestMode"> },
  db: Db | Tx,
  lotteryId: string,
): Promise<SealedPrize | undefined> {
  const lottery = await findLotteryRow({ db }, lotteryId);
  if (!lottery) return undefined;
  const [storedHashes, improvements] = [await listFileHashes(db, lotteryId), await listImprovementRows(db, lotteryId)];
  const hashes = await Promise.all(
    lottery.images.map(async ({ picture: { url } }) => [url, storedHashes.get(url) ?? (await media.hashes(url)) ?? {}] as const),
  );
  const further = lottery.furtherPrizes.flatMap(({ pictures }) =>
    pictures.map(({ url, fileHashes }) => [url, fileHashes] as const),
  );
  const files = new Map([...hashes, ...further]);
  const { isTestMode } = env;
  const document = prizeJson(prizeDocument(lottery, improvements, { filesOf: (url) => files.get(url) ?? {}, isTestMode }));
  const { furtherPrizes, onePrizeAPerson } = lottery;
  return { document, sha256: prizeHash(document), rules: { prizes: 1 + furtherPrizes.length, onePrizeAPerson } };
}
