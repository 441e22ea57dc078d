/** Sets a rate of VAT. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { VatRate } from "../rules/rates.ts";
import { insertVatRate } from "./journal/close-store.ts";
import { lockJournal } from "./journal/journal-store.ts";

/**
 * Stores a VAT rate from a day on. `past`: sales of that day may be booked already; the earliest day is
 * today.
 */
export async function setVat(
  ctx: Pick<Ctx, "db" | "now" | "log" | "env">,
  actor: Actor,
  rate: VatRate,
): Promise<Result<undefined, "forbidden" | "past">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  const at = ctx.now();
  if (rate.from < londonDate(at)) return err("past");
  return ctx.db.transaction().execute(async (tx) => {
    await lockJournal(tx);
    await insertVatRate(tx, { ...rate, at, by: adminIdOf(actor) });
    const after = { code: rate.code, rate_points: rate.points, from_day: rate.from };
    await recordChange(tx, { actor, action: "books.vat", subjectType: "vat", subjectId: rate.appliesTo, after, at });
    return ok();
  });
}
