/** Closing a month of the books, for good. */
import { type Actor, adminIdOf, type ProvenRefusal, recordChange, requireProven } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, londonDate } from "#shared/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { monthOf } from "../rules/month.ts";
import { insertClosedMonth, isMonthClosed } from "./close-store.ts";
import { lockJournal } from "./journal-store.ts";
import { keepJournal } from "./keep-journal.ts";
import { listMonthRows } from "./report-store.ts";

/** `not_over`: the month goes on; `earlier_open`: one before it is open; `closed`: somebody was first. */
export type CloseError = ProvenRefusal | "not_over" | "earlier_open" | "closed";

/** Brings the journal up to date first, so that all that is known by now is in it. */
export async function closeMonth(
  ctx: Pick<Ctx, "db" | "payments" | "now" | "log" | "env">,
  actor: Actor,
  month: Day,
): Promise<Result<undefined, CloseError>> {
  const proven = await requireProven(ctx, actor, "books.close");
  if (!proven.ok) return proven;
  if (month >= monthOf(londonDate(ctx.now()))) return err("not_over");
  await keepJournal(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const { entry } = await lockJournal(tx);
    if (await isMonthClosed(tx, month)) return err("closed");
    const months = await listMonthRows(tx);
    if (months.some((each) => each.month < month && each.closedAt === undefined)) return err("earlier_open");
    const at = ctx.now();
    await insertClosedMonth(tx, { month, at, by: adminIdOf(actor), lastEntry: entry });
    const after = { last_entry: entry };
    await recordChange(tx, { actor, action: "books.close", subjectType: "month", subjectId: month, after, at });
    return ok();
  });
}
