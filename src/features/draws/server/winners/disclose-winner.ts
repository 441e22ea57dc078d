/** Discloses a winner's name and county for the advertising regulator, even if they are not public. */
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { findWinnerRecord, type WinnerRecord } from "#features/lotteries/server/prize/winner-records.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";

/**
 * Discloses the record, and writes it to the audit log. `not_found`: no winner, or the record has expired.
 * Source: CAP Code 8.28.5.
 */
export async function discloseWinner(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { lotteryId, place = 1 }: { readonly lotteryId: string; readonly place?: number | undefined },
): Promise<Result<WinnerRecord, ReauthRefusal | "not_found">> {
  const reauth = await requireReauth(ctx, actor, "winners.disclose");
  if (!reauth.ok) return reauth;
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const record = await findWinnerRecord(tx, lotteryId, place);
    if (!record) return err("not_found");
    const about = { subjectType: "lottery", subjectId: lotteryId } as const;
    const after = place > 1 ? { after: { prize: place } } : {};
    await recordChange(tx, { actor, action: "winner.disclose", ...about, ...after, at: ctx.now() });
    return ok(record);
  });
}
