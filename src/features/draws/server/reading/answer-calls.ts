/** Answers API clients about participants and winners. */
import { recordChange } from "#features/access/server/actor.ts";
import { type Answer, answerList } from "#features/integrations/server/answer-api-client.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { PARTICIPANTS_CALL, WINNERS_CALL } from "../../rules/draws-calls.ts";
import { listParticipantsAfter, listWinnersAfter } from "./draws-call-store.ts";

/** Participants with contact details. The audit log records each page with its key. */
export function answerParticipantsCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, PARTICIPANTS_CALL, async ({ client, query, after, limit }) => {
    const lottery = await findLottery(ctx, query.draw_id);
    if (!lottery) return undefined;
    const about = { subjectType: "lottery", subjectId: lottery.id };
    await recordChange(ctx.db, { actor: client, action: "participants.export", ...about, at: ctx.now() });
    return listParticipantsAfter(ctx.db, { drawId: lottery.id, after: after?.[0], limit });
  });
}

/** GET /api/winners. */
export function answerWinnersCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, WINNERS_CALL, ({ after, limit }) => listWinnersAfter(ctx.db, { after, limit }));
}
