/** GET /draws/{id}/prize.json: the prize document, as it is before the freeze, and as sealed afterwards. */

import { sealPrize } from "#features/lotteries/server/prize/seal-prize.ts";
import type { Call } from "#platform/request/api.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { findDraw } from "../../server/reading/find-draw.ts";
import { fileReply, notYetReply } from "./proof-reply.ts";

const TYPE = "application/json; charset=utf-8";

/** 404 for an unknown draw, and for one that was sealed before prizes were. */
export async function get({ params, request, context }: Call<"lotteryId">) {
  const ctx = ctxOf(context);
  const draw = await findDraw(ctx, params.lotteryId);
  if (!draw) return notYetReply(404, "not_found", "There is no such draw");
  const { committed } = draw;
  if (committed) {
    const { prize } = committed;
    if (prize === undefined) return notYetReply(404, "not_sealed", "This draw sealed no prize");
    const etag = `"${committed.inputs.prizeSha256}"`;
    return fileReply(request, { etag, type: TYPE, name: "prize.json" }, async () => prize);
  }
  const current = await sealPrize(ctx, ctx.db, draw.lottery.id);
  if (!current) return notYetReply(404, "not_found", "There is no such draw");
  return new Response(current.document, { headers: { "Content-Type": TYPE, "Cache-Control": "no-store" } });
}
