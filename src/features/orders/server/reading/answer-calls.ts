/** Answers API clients about orders and entries. */
import { type Answer, answerList } from "#features/integrations/server/answer-api-client.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ENTRIES_CALL, ORDERS_CALL } from "../../rules/orders-call.ts";
import { listEntriesAfter, listOrdersAfter } from "./orders-call-store.ts";

/** GET /api/orders, for API clients with a key. */
export function answerOrdersCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, ORDERS_CALL, ({ query, after, limit }) =>
    listOrdersAfter(ctx.db, { drawId: query.draw_id, state: query.state, after, limit }),
  );
}

/** GET /api/entries; 404 without the draw. The cursor is the last entry's ticket number. */
export function answerEntriesCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, ENTRIES_CALL, async ({ query, after, limit }) =>
    (await findLottery(ctx, query.draw_id))
      ? listEntriesAfter(ctx.db, { drawId: query.draw_id, after: after?.[0] ?? 0, limit })
      : undefined,
  );
}
