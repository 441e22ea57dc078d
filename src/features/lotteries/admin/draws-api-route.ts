/** GET /api/draws, for API clients with a key. */
import type { LoaderFunctionArgs } from "react-router";
import { answerReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { answerDrawsCall } from "../server/answer-draws-call.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerReply(await answerDrawsCall(ctxOf(context), request));
}
