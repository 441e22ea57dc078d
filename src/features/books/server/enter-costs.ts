/** What people tell the books: which VAT code counts from when on, and what a prize has cost. */
import { type Actor, may, recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, londonDate } from "#shared/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { bookedOn } from "../rules/month.ts";
import type { VatRate } from "../rules/vat.ts";
import { insertPrizeCost, insertVatRate, type PrizeCost } from "./close-store.ts";
import { findClosedThrough, lockJournal } from "./journal-store.ts";
import { bookAll } from "./keep-journal.ts";

type Entering = Pick<Ctx, "db" | "now" | "log" | "env">;
const byOf = (actor: Actor) => (actor.kind === "admin" ? actor.id : undefined);

/** `past`: from a day whose sales are in the journal already; a code counts for what comes after it is set, or from today at the earliest. */
export async function setVat(ctx: Entering, actor: Actor, rate: VatRate): Promise<Result<undefined, "forbidden" | "past">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  const at = ctx.now();
  if (rate.from < londonDate(at)) return err("past");
  return ctx.db.transaction().execute(async (tx) => {
    await lockJournal(tx);
    await insertVatRate(tx, { ...rate, at, by: byOf(actor) });
    const after = { code: rate.code, rate_points: rate.points, from_day: rate.from };
    await recordChange(tx, { actor, action: "books.vat", subjectType: "vat", subjectId: rate.appliesTo, after, at });
    return ok();
  });
}

/** `closed`: the day's month is closed, so the cost belongs on a later day; `future`: not spent yet. */
export async function enterPrizeCost(
  ctx: Entering,
  actor: Actor,
  cost: PrizeCost,
): Promise<Result<undefined, "forbidden" | "no_draw" | "closed" | "future">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  if (!isUuid(cost.lotteryId)) return err("no_draw");
  const at = ctx.now();
  if (cost.day > londonDate(at)) return err("future");
  const entered = await ctx.db.transaction().execute(async (tx) => {
    await lockJournal(tx);
    if (isClosed(cost.day, await findClosedThrough(tx))) return err("closed");
    const id = await insertPrizeCost(tx, { ...cost, at, by: byOf(actor) });
    if (id === undefined) return err("no_draw");
    const after = { amount_pence: cost.amount, day: cost.day };
    await recordChange(tx, {
      actor,
      action: "books.prize",
      subjectType: "lottery",
      subjectId: cost.lotteryId,
      after,
      reason: cost.note,
      at,
    });
    return ok();
  });
  if (entered.ok) await bookAll(ctx);
  return entered;
}

function isClosed(day: Day, closedThrough: Day | undefined): boolean {
  return bookedOn(day, closedThrough) !== day;
}
