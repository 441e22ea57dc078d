/** GET /og/lottery/{id}.png?lng=en|fr: the picture of a shared link to a draw. */

import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { drawSharePicture } from "../server/draw-share-picture.ts";
import type { Route } from "./+types/share-picture-route.ts";
import { pngReply } from "./png-reply.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const [, id] = /^(.+)\.png$/.exec(params.file) ?? [];
  return pngReply(request, await drawSharePicture(ctxOf(context), id, localeOf(context)));
}
