/** GET /api/lotteries?status=active|completed: the draws that visitors see, for API clients. */

import { jsonError } from "#platform/request/json.server.ts";
import { readingOf } from "#platform/request/request.server.ts";
import { lotteryJson } from "../rules/lottery-json.ts";
import { listLotteries } from "../server/list-lotteries.ts";
import type { Route } from "./+types/lotteries-api-route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const status = new URL(request.url).searchParams.get("status") ?? "active";
  if (status !== "active" && status !== "completed") return jsonError(400, "bad_status", "status is active or completed");
  const ctx = readingOf(context);
  return Response.json((await listLotteries(ctx, status)).map((lottery) => lotteryJson(lottery, ctx.now())));
}
