/** GET /api/lotteries/{id}: one draw, for API clients. */

import { type Call, failure, type Operation } from "#platform/request/api.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { lotteryJson, oneLotteryShape } from "../rules/lottery-json.ts";
import { improvementJson } from "../rules/prize/prize-improvement.ts";
import { findPublicLottery, listImprovements } from "../server/find-lottery.ts";

export const operation: Operation = {
  id: "getLottery",
  tag: "draws",
  summary: "One draw",
  params: ["lotteryId"],
  replies: { 200: { says: "The draw", schema: oneLotteryShape }, 404: failure("Draw not found") },
};

export async function get({ params, context }: Call<"lotteryId">) {
  const ctx = ctxOf(context);
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  if (!lottery) return jsonError(404, "not_found", "Lottery not found");
  const improvements = await listImprovements(ctx, lottery.id);
  return Response.json({ ...lotteryJson(lottery, ctx.now()), prize_improvements: improvements.map(improvementJson) });
}
