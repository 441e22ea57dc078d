/** GET /og/shop.jpg?lng=en|fr: the picture of a shared link to any page that is not a draw's. Links shared earlier name it `.png`. */

import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { drawShopPicture } from "../server/draw-share-picture.ts";
import type { Route } from "./+types/shop-picture-route.ts";
import { pictureReply } from "./picture-reply.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  return pictureReply(request, await drawShopPicture(ctxOf(context), localeOf(context)));
}
