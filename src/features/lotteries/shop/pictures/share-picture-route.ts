/** GET /og/lottery/{id}.jpg?lng=en|fr: the preview picture of a draw. Earlier links end with `.png`. */

import type { Call } from "#platform/request/api.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { drawSharePicture } from "../../server/pictures/draw-share-picture.ts";
import { pictureReply } from "./picture-reply.ts";

export async function get({ params, request, context }: Call<"file">) {
  const [, id] = /^(.+)\.(?:jpg|png)$/.exec(params.file) ?? [];
  return pictureReply(request, await drawSharePicture(ctxOf(context), id, localeOf(context)));
}
