/** GET /lottery/{id}/stock.json: the live stock of a draw, cached for a second in front of this route. */

import type { Call } from "#platform/request/api.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { liveStock } from "../rules/live-stock.ts";
import { findPublicLottery } from "../server/find-lottery.ts";

/** A cache in front of the shop refreshes it each second at most. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";

export async function get({ params, request, context }: Call<"lotteryId">) {
  // Parameters would bypass the cache, and each variant would query the database.
  if (new URL(request.url).search !== "") return jsonError(400, "bad_request", "This address takes no parameters");
  const ctx = ctxOf(context);
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  if (!lottery) return jsonError(404, "not_found", "Lottery not found");
  return Response.json(liveStock(lottery, ctx.now()), { headers: { "Cache-Control": CACHE_CONTROL } });
}
