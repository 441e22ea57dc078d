/** GET /api/draws, for API clients with a key. */

import { answerReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { answerDrawsCall } from "../server/list-managed-lotteries.ts";
import type { Route } from "./+types/draws-api-route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  return answerReply(await answerDrawsCall(ctxOf(context), request));
}
