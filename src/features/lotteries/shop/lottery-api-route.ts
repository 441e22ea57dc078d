/** GET /api/lotteries/{id}: one draw, for programs. */
import type { LoaderFunctionArgs } from "react-router";
import { jsonError } from "#platform/json.server.ts";
import { ctxOf } from "#platform/request.server.ts";
import { lotteryJson } from "../rules/lottery-json.ts";
import { findPublicLottery } from "../server/find-lottery.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const lottery = await findPublicLottery(ctxOf(context), params.lotteryId);
  return lottery ? Response.json(lotteryJson(lottery)) : jsonError(404, "not_found", "Lottery not found");
}
