/** The prize document of a draw: what can be won, as it was advertised and improved, with the hashes of its pictures. docs/draw-protocol.md */
import { type PrizeAddition, prizeHash, prizeJson } from "@concours/draw-protocol";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { PrizeImprovement } from "../rules/prize-improvement.ts";
import { listImprovementRows } from "./improvement-store.ts";
import { findLotteryRow, listFileHashes } from "./store.ts";

/** `document` is the text of `prize.json`, `sha256` its hash in hex. */
export type SealedPrize = { readonly document: string; readonly sha256: string };

/**
 * As it stands now; undefined for an unknown draw. Before the first order it can still become another one, and from the freeze on it is the sealed
 * one that counts. In test mode its title says so, and with it all that is committed to. Files of pictures that were stored before their hashes were kept are hashed here.
 */
export async function sealPrize(
  { media, env }: Pick<Ctx, "media"> & { readonly env: Pick<Ctx["env"], "isTestMode"> },
  db: Db | Tx,
  lotteryId: string,
): Promise<SealedPrize | undefined> {
  const lottery = await findLotteryRow({ db }, lotteryId);
  if (!lottery) return undefined;
  const [known, improvements] = [await listFileHashes(db, lotteryId), await listImprovementRows(db, lotteryId)];
  const pictures = await Promise.all(
    lottery.images.map(async ({ picture: { url } }) => ({ url, files: known.get(url) ?? (await media.hashes(url)) ?? {} })),
  );
  const { description, priceValue } = lottery;
  const title = env.isTestMode ? markedAsTest(lottery.title) : lottery.title;
  const additions = improvements.map(toAddition);
  const document = prizeJson({ drawId: lotteryId, title, description, valuePence: priceValue, pictures, additions });
  return { document, sha256: prizeHash(document) };
}

/** Whoever gets hold of the proof alone must not take it for a real one's. */
function markedAsTest({ en, fr }: { readonly en: string; readonly fr: string | undefined }) {
  return { en: `TEST, nothing to win: ${en}`, fr: fr === undefined ? undefined : `TEST, rien à gagner\u00a0: ${fr}` };
}

function toAddition(improvement: PrizeImprovement): PrizeAddition {
  const at = Math.floor(improvement.at.getTime() / 1000);
  switch (improvement.kind) {
    case "value":
      return { at, kind: "value", fromPence: improvement.from, toPence: improvement.to };
    case "note":
      return { at, kind: "note", text: improvement.text };
    case "picture":
      return { at, kind: "picture", url: improvement.url };
  }
}
