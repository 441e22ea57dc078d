import { type Answer, answerList } from "#features/integrations/server/answer-api-client.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ENTRIES_CALL, ORDERS_CALL } from "../../rules/orders-call.ts";
import { listEntriesBehind, listOrdersBehind } from "./orders-call-store.ts";

export function answerOrdersCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, ORDERS_CALL, ({ query, after, limit }) =>
    listOrdersBehind(ctx.db, { drawId: query.draw_id, state: query.state, after, limit }),
  );
}

export function answerEntriesCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, ENTRIES_CALL, async ({ query, after, limit }) =>
    (await findLottery(ctx, query.draw_id))
      ? listEntriesBehind(ctx.db, { drawId: query.draw_id, after: after?.[0] ?? 0, limit })
      : undefined,
  );
}
