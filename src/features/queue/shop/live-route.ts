/** GET /lottery/{id}/queue.json: the room's progress, cached for a second. POST takes a place, or admits. */

import { activeExclusion } from "#features/accounts/rules/person/safer-play.ts";
import { findPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Call } from "#platform/request/api.server.ts";
import { jsonError, jsonReply } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { ownTurn } from "../rules/live-queue.ts";
import { requestEntry, takePlace } from "../server/enter.ts";
import { findLiveQueue } from "../server/update-room.ts";

/** A cache in front of the shop refreshes it each second at most. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";

/** The public state of the room. */
export async function get({ params, request, context }: Call<"lotteryId">) {
  // Parameters would bypass the cache, and each variant would query the database.
  if (new URL(request.url).search !== "") return jsonError(400, "bad_request", "This address takes no parameters");
  const ctx = ctxOf(context);
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  const live = lottery && (await findLiveQueue(ctx, lottery));
  if (!live) return jsonError(404, "not_found", "There is no waiting room");
  return Response.json(live, { headers: { "Cache-Control": CACHE_CONTROL } });
}

/** Takes a place for the signed-in player, or admits them; replies with room, number and turn. */
export async function post({ params, request, context }: Call<"lotteryId">) {
  const ctx = ctxOf(context);
  const locale = localeOf(context);
  const { t } = ctx.messages[locale];
  const visitor = await visitorOf(context, request);
  if (!visitor) return jsonError(401, "signed_out", t("quiz:noSession"));
  // Excluded players cannot take a place.
  const exclusion = activeExclusion(await findPlayerLimits(ctx, visitor.id), ctx.now());
  if (exclusion)
    return jsonError(403, exclusion.kind, t(`quiz:errors.${exclusion.kind}`, { until: formatDate(exclusion.until, locale) }));
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  const entry = lottery && (await requestEntry(ctx, lottery, visitor.id));
  const place = lottery && (await takePlace(ctx, lottery, visitor.id));
  const live = lottery && (await findLiveQueue(ctx, lottery));
  if (!live) return jsonError(404, "not_found", "There is no waiting room");
  return jsonReply({ ...live, isIn: entry?.state === "in", number: place?.number, ...(place && ownTurn(live, place.number)) });
}
