/** GET /api/draws, for API clients with a key. */
import { type Answer, answerList } from "#features/integrations/server/answer-api-client.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { DRAWS_CALL } from "../rules/draws-call.ts";
import { listDrawsBehind } from "./draws-call-store.ts";

export function answerDrawsCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, DRAWS_CALL, ({ query, after, limit }) =>
    listDrawsBehind(ctx.db, { status: query.status, after, limit }),
  );
}
