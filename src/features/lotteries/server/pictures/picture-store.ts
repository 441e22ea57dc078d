/** Which pictures are in use, and their focal points. Addresses are without width and format. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { FocalPoint } from "#shared/brand/picture.ts";

/** Locks pictures against being shown or removed until the transaction ends. */
export async function lockPictures(tx: Tx, urls: readonly string[]): Promise<void> {
  // Sorted, to avoid deadlocks.
  for (const url of [...new Set(urls)].sort())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`picture ${url}`}, 0))`.execute(tx);
}

/** The pictures of further prizes. */
const prizePictures = sql`SELECT picture->>'url' AS url FROM lotteries, jsonb_path_query(further_prizes, '$[*].pictures[*]') AS picture`;

/** Whether any draw shows a picture, also as a winner's photo. `url` is without width and format. */
export async function isPictureShown(db: Db | Tx, url: string): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    SELECT EXISTS (SELECT FROM lottery_images WHERE image_url = ${url})
      OR EXISTS (SELECT FROM (${prizePictures}) AS shown_prizes WHERE url = ${url})
      OR EXISTS (SELECT FROM winner_photos p WHERE replace(p.url, 'winner-photos/', '') LIKE ${`${url}-%`})
      OR EXISTS (SELECT FROM lotteries WHERE replace(winner_photo_url, 'winner-photos/', '') LIKE ${`${url}-%`}) AS shown`.execute(
    db,
  );
  return rows[0]?.shown ?? false;
}

/** SQL for the picture of a winner's photo at `/media/winner-photos/{picture}-{width}.{format}`. */
export const pictureOfPhotoSql = (column: "winner_photo_url" | "url") =>
  sql<string>`regexp_replace(replace(${sql.ref(column)}, 'winner-photos/', ''), '-[0-9]+\\.[a-z]+$', '')`;

/** `x` and `y` are percents of width and height. */
export async function upsertFocalPoint(tx: Tx, url: string, { x, y }: FocalPoint): Promise<void> {
  await tx
    .insertInto("focal_points")
    .values({ picture_url: url, x, y })
    .onConflict((conflict) => conflict.column("picture_url").doUpdateSet({ x, y }))
    .execute();
}

export async function deleteFocalPoint(tx: Tx, url: string): Promise<void> {
  await tx.deleteFrom("focal_points").where("picture_url", "=", url).execute();
}

/** All pictures of draws and winners. */
export async function listShownPictures(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ url: string }>`
    SELECT image_url AS url FROM lottery_images
    UNION ${prizePictures}
    UNION SELECT ${pictureOfPhotoSql("url")} FROM winner_photos
    UNION SELECT ${pictureOfPhotoSql("winner_photo_url")} FROM lotteries WHERE winner_photo_url IS NOT NULL`.execute(db);
  return new Set(rows.map(({ url }) => url));
}
