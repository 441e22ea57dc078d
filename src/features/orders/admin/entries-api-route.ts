/** GET /api/entries, for API clients with a key. */

import { answerReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { answerEntriesCall } from "../server/answer-calls.ts";
import type { Route } from "./+types/entries-api-route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  return answerReply(await answerEntriesCall(ctxOf(context), request));
}
