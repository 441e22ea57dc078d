/** A picture on its way into a form: checked, stored in all its sizes, and shown nowhere until the form is saved. */
import { type Actor, may, recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Picture } from "#shared/picture.ts";
import { err, type Result } from "#shared/result.ts";
import { isPictureFile, PICTURE_MAX_BYTES } from "../rules/picture-files.ts";

export type UploadError = "forbidden" | "wrong_type" | "too_large" | "not_a_picture" | "too_many_pixels";
/** `type` and `name` are what the browser says; what it really is is told by looking at `bytes`. */
export type Upload = { readonly bytes: Uint8Array; readonly type: string; readonly name: string };

/**
 * Nothing of the file but its pixels survives; the same bytes are the same picture.
 *
 * @returns `wrong_type` for a name or type that is no JPEG, PNG or WebP, `too_large` above 5 MB, `not_a_picture` for anything that only
 *          pretends, `too_many_pixels` above 40 million
 */
export async function uploadPicture(
  ctx: Pick<Ctx, "db" | "media" | "log" | "now">,
  actor: Actor,
  { bytes, type, name }: Upload,
): Promise<Result<Picture, UploadError>> {
  if (!(await may(ctx, actor, "lotteries.write"))) return err("forbidden");
  if (!isPictureFile({ type, name })) return err("wrong_type");
  const stored = await ctx.media.store(bytes, { maxBytes: PICTURE_MAX_BYTES });
  if (!stored.ok) return stored;
  const { url, width, height } = stored.value;
  await recordChange(ctx.db, {
    actor,
    action: "picture.upload",
    subjectType: "picture",
    subjectId: url.split("/").at(-1) ?? url,
    after: { width, height },
    at: ctx.now(),
  });
  return stored;
}
