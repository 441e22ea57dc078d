/** GET /og/lottery/{id}.jpg?lng=en|fr: the picture of a shared link to a draw. Links shared earlier name it `.png`. */

import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { drawSharePicture } from "../server/draw-share-picture.ts";
import type { Route } from "./+types/share-picture-route.ts";
import { pictureReply } from "./picture-reply.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const [, id] = /^(.+)\.(?:jpg|png)$/.exec(params.file) ?? [];
  return pictureReply(request, await drawSharePicture(ctxOf(context), id, localeOf(context)));
}
