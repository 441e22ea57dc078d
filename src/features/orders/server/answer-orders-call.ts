/** GET /api/orders, for programs with a key. */
import { type Answer, answerList } from "#features/integrations/server/answer-program.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ORDERS_CALL } from "../rules/orders-call.ts";
import { listOrdersBehind } from "./orders-call-store.ts";

export function answerOrdersCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, ORDERS_CALL, ({ query, after, limit }) =>
    listOrdersBehind(ctx.db, { drawId: query.draw_id, state: query.state, after, limit }),
  );
}
