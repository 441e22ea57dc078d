/** GET /lottery/{id}/stock.json: what is left of a draw, for pages that are open. It is kept for a second before a request gets here. */

import type { Call } from "#platform/request/api.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { liveStock } from "../rules/live-stock.ts";
import { findPublicLottery } from "../server/find-lottery.ts";

/** A cache in front asks once a second, too. */
const KEPT = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";

export async function get({ params, request, context }: Call<"lotteryId">) {
  // Another address would be kept apart: nobody makes the shop count as often as they can think of one.
  if (new URL(request.url).search !== "") return jsonError(400, "bad_request", "This address takes no parameters");
  const ctx = ctxOf(context);
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  if (!lottery) return jsonError(404, "not_found", "Lottery not found");
  return Response.json(liveStock(lottery, ctx.now()), { headers: { "Cache-Control": KEPT } });
}
