/** Sets the focal point of a picture for cropping. It is no advertised fact, so orders do not lock it. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { FocalPoint } from "#shared/brand/picture.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isPictureShown, lockPictures, upsertFocalPoint } from "./picture-store.ts";

/** `not_found`: no draw shows the picture, such as an unsaved upload. `bad_point`: not whole percents. */
export type FocalPointError = "forbidden" | "not_found" | "bad_point";

/** `/media/{hash}`, with a `p` after the hash for the photo of a person. */
const PICTURE = /^\/media\/[0-9a-f]{32}(p?)$/;

/** `url` is without width and format; `point` in whole percents of width and height. */
export async function setFocalPoint(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { url, point }: { readonly url: string; readonly point: FocalPoint },
): Promise<Result<void, FocalPointError>> {
  const [, personMark] = PICTURE.exec(url) ?? [];
  if (!(await may(ctx, actor, personMark === "p" ? "winners.write" : "lotteries.write"))) return err("forbidden");
  if (personMark === undefined) return err("not_found");
  if (![point.x, point.y].every((part) => Number.isInteger(part) && part >= 0 && part <= 100)) return err("bad_point");
  return ctx.db.transaction().execute(async (tx) => {
    await lockPictures(tx, [url]);
    if (!(await isPictureShown(tx, url))) return err("not_found");
    await upsertFocalPoint(tx, url, point);
    await recordChange(tx, {
      actor,
      action: "picture.focus",
      subjectType: "picture",
      subjectId: url.split("/").at(-1) ?? url,
      after: { focus: `${point.x}% ${point.y}%` },
      at: ctx.now(),
    });
    return ok();
  });
}
