/** GET /api/lotteries?status=active|completed: the draws that visitors see, for API clients. */

import { z } from "zod";
import { type Call, failure, type Operation } from "#platform/request/api.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { readingOf } from "#platform/request/request.server.ts";
import { lotteryJson, lotteryShape } from "../rules/lottery-json.ts";
import { listLotteries } from "../server/list-lotteries.ts";

export const operation: Operation = {
  id: "listLotteries",
  tag: "draws",
  summary: "Lists the draws that visitors see, newest first",
  query: { status: z.enum(["active", "completed"]).describe("Defaults to active") },
  replies: { 200: { says: "Draws", schema: z.array(lotteryShape) }, 400: failure("Unknown status") },
};

export async function get({ request, context }: Call) {
  const status = new URL(request.url).searchParams.get("status") ?? "active";
  if (status !== "active" && status !== "completed") return jsonError(400, "bad_status", "status is active or completed");
  const ctx = readingOf(context);
  return Response.json((await listLotteries(ctx, status)).map((lottery) => lotteryJson(lottery, ctx.now())));
}
