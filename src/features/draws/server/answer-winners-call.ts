/** GET /api/winners: which ticket wins each draw, and how far its prize is, for programs with a key. */
import { type Answer, answerList } from "#features/integrations/server/answer-program.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { WINNERS_CALL } from "../rules/draws-calls.ts";
import { listWinnersBehind } from "./draws-call-store.ts";

export function answerWinnersCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, WINNERS_CALL, ({ after, limit }) => listWinnersBehind(ctx.db, { after, limit }));
}
