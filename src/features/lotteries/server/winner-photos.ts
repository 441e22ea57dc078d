/** Photos of winners: what they are called, and that they go with the person. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { clearPhotoUrls } from "./stock-store.ts";

/** Their addresses are of their own, below that of all pictures. Source: specification, section 7. */
export const WINNER_PHOTOS = "winner-photos/";

/** The picture of which a photo's address names one file. */
export function pictureOfPhoto(url: string): string {
  return url.replace(WINNER_PHOTOS, "").replace(/-\d+\.\w+$/, "");
}

/**
 * The draws that somebody has won show no photo of them any more. The caller locks orders and draws that are still open before, and people behind it.
 *
 * @returns the pictures, for `dropPictures` once the transaction has committed
 */
export async function takeDownPhotosOf(ctx: Pick<Ctx, "now">, tx: Tx, userIds: readonly string[]): Promise<string[]> {
  return (await clearPhotoUrls(tx, userIds, ctx.now())).map(pictureOfPhoto);
}
