/** GET /draws/{id}/live.json: what live pages poll, cached for a second in front of this route. */
import type { Call } from "#platform/request/api.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { findLiveDraw } from "../../server/reading/find-live-draw.ts";

/** A shared cache asks once a second, too. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";

export async function get({ params, request, context }: Call<"lotteryId">) {
  // Parameters would bypass the cache, and each variant would query the database.
  if (new URL(request.url).search !== "") return jsonError(400, "bad_request", "This address takes no parameters");
  const draw = await findLiveDraw(ctxOf(context), params.lotteryId);
  if (!draw) return jsonError(404, "not_found", "There is no such draw");
  return Response.json(draw.live, { headers: { "Cache-Control": CACHE_CONTROL } });
}
