/** Looking up who won a draw when the regulator of advertising asks: name and county, whether or not anybody else may read them. */
import { type Actor, type ProvenRefusal, recordChange, requireProven } from "#features/accounts/server/actor.ts";
import { findWinnerRecord, type WinnerRecord } from "#features/lotteries/server/winner-records.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";

/** Each look is written to the audit log before anything is shown. Source: CAP Code 8.28.5. */
export async function discloseWinner(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { lotteryId }: { readonly lotteryId: string },
): Promise<Result<WinnerRecord, ProvenRefusal | "not_found">> {
  const proven = await requireProven(ctx, actor, "winners.disclose");
  if (!proven.ok) return proven;
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const record = await findWinnerRecord(tx, lotteryId);
    if (!record) return err("not_found");
    const about = { subjectType: "lottery", subjectId: lotteryId } as const;
    await recordChange(tx, { actor, action: "winner.disclose", ...about, at: ctx.now() });
    return ok(record);
  });
}
