/** GET /og/shop.jpg?lng=en|fr: the preview picture of other pages' links. Earlier links end with `.png`. */

import type { Call } from "#platform/request/api.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { drawShopPicture } from "../../server/pictures/draw-share-picture.ts";
import { pictureReply } from "./picture-reply.ts";

export async function get({ request, context }: Call) {
  return pictureReply(request, await drawShopPicture(ctxOf(context), localeOf(context)));
}
