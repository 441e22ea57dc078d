/** Closes a month of the journal, which can then no longer change. */
import { type Actor, adminIdOf, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isOver } from "../../rules/month.ts";
import { listMonthRows } from "../report-store.ts";
import { insertClosedMonth, isMonthClosed } from "./close-store.ts";
import { BalanceUnavailable } from "./import-moves.ts";
import { lockJournal } from "./journal-store.ts";
import { updateJournal } from "./update-journal.ts";

/**
 * `not_over`: the month ended less than an hour ago. `earlier_open`: an earlier month is open. `closed`: it
 * was closed before. `not_told`: a provider does not report its balance.
 */
export type CloseError = ReauthRefusal | "not_over" | "earlier_open" | "closed" | "not_told";

/**
 * Updates the journal, then closes the month. `clock` decides whether the month is over.
 * @param options.withoutUnreported closes although a provider does not report its movements; they count in a
 * later month
 */
export async function closeMonth(
  ctx: Pick<Ctx, "db" | "payments" | "now" | "log" | "env">,
  actor: Actor,
  month: Day,
  { withoutUnreported = false, clock = ctx }: { readonly withoutUnreported?: boolean; readonly clock?: Pick<Ctx, "now"> } = {},
): Promise<Result<undefined, CloseError>> {
  const reauth = await requireReauth(ctx, actor, "books.close");
  if (!reauth.ok) return reauth;
  if (!isOver(month, clock.now())) return err("not_over");
  const unreported = await updateJournal({ ...ctx, now: () => clock.now() }).catch((error: unknown) => {
    if (!(error instanceof BalanceUnavailable)) throw error;
    ctx.log.warn({ err: error }, "a payment provider does not report the balance of a month to be closed");
    return error.providers;
  });
  if (unreported && !withoutUnreported) return err("not_told");
  return ctx.db.transaction().execute(async (tx) => {
    const { entry } = await lockJournal(tx);
    if (await isMonthClosed(tx, month)) return err("closed");
    const months = await listMonthRows(tx);
    if (months.some((each) => each.month < month && each.closedAt === undefined)) return err("earlier_open");
    const at = ctx.now();
    await insertClosedMonth(tx, { month, at, by: adminIdOf(actor), lastEntry: entry });
    const after = { last_entry: entry, ...(unreported && { not_told: unreported.join(", ") }) };
    await recordChange(tx, { actor, action: "books.close", subjectType: "month", subjectId: month, after, at });
    return ok();
  });
}
