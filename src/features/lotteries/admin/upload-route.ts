/** POST /admin/lotteries/images?name=car.jpg, the file as body. `{picture}`, or `{error}` with 4xx or 503. */

import { redirect } from "react-router";
import { adminCall, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import type { Call } from "#platform/request/api.server.ts";
import { readBytes } from "#platform/request/body.server.ts";
import { jsonReply } from "#platform/request/json.server.ts";
import type { Picture } from "#shared/brand/picture.ts";
import { PICTURE_MAX_BYTES } from "../rules/prize/picture-files.ts";
import { type UploadError, uploadPicture } from "../server/pictures/store-pictures.ts";

/** Why a picture was not stored. */
export type UploadRefusal = Exclude<UploadError, "forbidden"> | "failed";
/** The stored picture, or the reason why there is none. */
export type UploadReply = { readonly picture: Picture } | { readonly error: UploadRefusal };

const STATUS = {
  wrong_type: 415,
  too_large: 413,
  not_a_picture: 422,
  too_many_pixels: 422,
  failed: 503,
} as const satisfies Record<UploadRefusal, number>;

/** An address that is opened by hand leads to the draws. */
export async function get({ context, request }: Call): Promise<Response> {
  await adminCall(context, request);
  return redirect("/admin/lotteries");
}

function refuse(error: UploadRefusal): Response {
  return jsonReply({ error } satisfies UploadReply, STATUS[error]);
}

/** Stores the body as a picture. */
export async function post({ context, request }: Call) {
  const { ctx, actor, search } = await adminCall(context, request);
  const bytes = await readBytes(request, PICTURE_MAX_BYTES);
  if (bytes === undefined) return refuse("too_large");
  const type = request.headers.get("Content-Type") ?? "";
  const name = search.get("name") ?? "";
  const stored = await runAction(
    { ctx, request },
    uploadPicture(ctx, actor, { bytes, type, name }),
    "a picture could not be stored",
  );
  if (stored.ok) return jsonReply({ picture: stored.value } satisfies UploadReply);
  return refuse(stored.error);
}
