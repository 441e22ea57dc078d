/**
 * POST /admin/winners/{id}/photo?name=jo.jpg&prize=1&shown=137, the file as body.
 * `{error: null}`, or 4xx or 503. `shown`: the winning ticket on the uploader's screen; 409 if the winner
 * has changed since.
 */

import { redirect } from "react-router";
import { adminCall, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { isPictureFile, PICTURE_MAX_BYTES } from "#features/lotteries/rules/prize/picture-files.ts";
import type { Call } from "#platform/request/api.server.ts";
import { readBytes } from "#platform/request/body.server.ts";
import { jsonReply } from "#platform/request/json.server.ts";
import { type PhotoError, setWinnerPhoto } from "../../server/winners/winner-photo.ts";

export type PhotoRefusal = Exclude<PhotoError, "forbidden"> | "wrong_type" | "failed";

/** The HTTP status of each refusal. */
const STATUS = {
  not_found: 404,
  no_winner: 409,
  winner_changed: 409,
  winner_erased: 409,
  winner_unnamed: 409,
  wrong_type: 415,
  too_large: 413,
  not_a_picture: 422,
  too_many_pixels: 422,
  failed: 503,
} as const satisfies Record<PhotoRefusal, number>;

/** A browser that opens the address gets the screen. */
export async function get({ context, request }: Call): Promise<Response> {
  await adminCall(context, request);
  return redirect("/admin/winners");
}

function refuse(error: PhotoRefusal): Response {
  return jsonReply({ error }, STATUS[error]);
}

/** Stores the photo, resized and without its metadata. */
export async function post({ params, context, request }: Call<"lotteryId">) {
  const { ctx, actor, search } = await adminCall(context, request);
  const type = request.headers.get("Content-Type") ?? "";
  const name = search.get("name") ?? "";
  const shown = search.get("shown");
  const place = Number(search.get("prize") ?? 1);
  if (!isPictureFile({ type, name })) return refuse("wrong_type");
  const bytes = await readBytes(request, PICTURE_MAX_BYTES);
  if (bytes === undefined) return refuse("too_large");
  const set = await runAction(
    { ctx, request },
    setWinnerPhoto(ctx, actor, { lotteryId: params.lotteryId, place, bytes, ...(shown !== null && { shown: Number(shown) }) }),
    "a winner's photo could not be stored",
  );
  if (set.ok) return jsonReply({ error: null });
  return refuse(set.error);
}
