/** GET /api/entries, for API clients with a key. */
import type { LoaderFunctionArgs } from "react-router";
import { answerReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { answerEntriesCall } from "../server/answer-calls.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerReply(await answerEntriesCall(ctxOf(context), request));
}
