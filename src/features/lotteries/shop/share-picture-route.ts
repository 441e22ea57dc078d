/** GET /og/lottery/{id}.png?lng=en|fr: the picture of a shared link to a draw. */
import type { LoaderFunctionArgs } from "react-router";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { drawSharePicture } from "../server/draw-share-picture.ts";
import { pngReply } from "./png-reply.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const [, id] = /^(.+)\.png$/.exec(params.file ?? "") ?? [];
  return pngReply(await drawSharePicture(ctxOf(context), id, localeOf(context)));
}
