/** GET /api/lotteries/{id}: one draw, for API clients. */

import { jsonError } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { lotteryJson } from "../rules/lottery-json.ts";
import { improvementJson } from "../rules/prize-improvement.ts";
import { findPublicLottery, listImprovements } from "../server/find-lottery.ts";
import type { Route } from "./+types/lottery-api-route.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  if (!lottery) return jsonError(404, "not_found", "Lottery not found");
  const improvements = await listImprovements(ctx, lottery.id);
  return Response.json({ ...lotteryJson(lottery, ctx.now()), prize_improvements: improvements.map(improvementJson) });
}
