/** What people tell the books: which VAT code counts from when on, and what a prize has cost, what their own software calls the accounts. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Actor, may, type ProvenRefusal, recordChange, requireProven } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, londonDate } from "#shared/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { Labels } from "../rules/chart.ts";
import { bookedOn, monthOf } from "../rules/month.ts";
import type { VatRate } from "../rules/rates.ts";
import {
  findLabels,
  findPrizeCost,
  insertClosedMonth,
  insertLabels,
  insertPrizeCost,
  insertVatRate,
  isMonthClosed,
  type PrizeCost,
} from "./close-store.ts";
import { findClosedThrough, lockJournal } from "./journal-store.ts";
import { bookAll, keepJournal } from "./keep-journal.ts";
import { listMonthRows } from "./report-store.ts";

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

/** `changed_meanwhile`: somebody else has saved since the form was shown. What is already exported stays as it was. */
export async function setLabels(
  ctx: Entering,
  actor: Actor,
  { version, labels }: { readonly version: number; readonly labels: Labels },
): Promise<Result<undefined, "forbidden" | "changed_meanwhile">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const before = await findLabels(tx);
    if (before.version !== version) return err("changed_meanwhile");
    const changed = labelChanges(before, labels);
    if (Object.keys(changed.after).length === 0) return ok();
    if (!(await insertLabels(tx, { ...labels, version: version + 1, at, by: byOf(actor) }))) return err("changed_meanwhile");
    await recordChange(tx, {
      actor,
      action: "books.labels",
      subjectType: "labels",
      subjectId: String(version + 1),
      ...changed,
      at,
    });
    return ok();
  });
}

function labelChanges(before: Labels, after: Labels) {
  const flat = ({ accounts, untaxed }: Labels): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(accounts).map(([account, { code, name }]) => [account, `${code} ${name}`])),
    untaxed,
  });
  const [was, is] = [flat(before), flat(after)];
  const keys = Object.keys(is).filter((key) => was[key] !== is[key]);
  const only = (all: Record<string, string>) => Object.fromEntries(keys.map((key) => [key, all[key] ?? ""]));
  return { before: only(was), after: only(is) };
}

/**
 * `closed`: the day's month is closed, so the cost belongs on a later day; `future`: not spent yet.
 *
 * @param requestKey of the form: the same cost with the same key was sent twice, and is entered once
 */
export async function enterPrizeCost(
  ctx: Entering,
  actor: Actor,
  { requestKey, ...cost }: PrizeCost & { readonly requestKey?: string | undefined },
): Promise<Result<undefined, "forbidden" | "no_draw" | "closed" | "future">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  if (!isUuid(cost.lotteryId)) return err("no_draw");
  const at = ctx.now();
  if (cost.day > londonDate(at)) return err("future");
  const entered = await ctx.db.transaction().execute(async (tx) => {
    await lockJournal(tx);
    const key = isUuid(requestKey) ? requestKey : undefined;
    const earlier = key && (await findPrizeCost(tx, key));
    if (earlier && isDeepStrictEqual(earlier, cost)) return ok();
    if (isClosed(cost.day, await findClosedThrough(tx))) return err("closed");
    const id = key === undefined || earlier ? randomUUID() : key;
    if (!(await insertPrizeCost(tx, { ...cost, id, at, by: byOf(actor) }))) return err("no_draw");
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
  // It is entered: whoever is told otherwise enters it a second time. The next run books it.
  if (entered.ok)
    await bookAll(ctx).catch((error: unknown) => ctx.log.error({ err: error }, "a prize's cost is not in the journal yet"));
  return entered;
}

function isClosed(day: Day, closedThrough: Day | undefined): boolean {
  return bookedOn(day, closedThrough) !== day;
}

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
    await insertClosedMonth(tx, { month, at, by: actor.kind === "admin" ? actor.id : undefined, lastEntry: entry });
    const after = { last_entry: entry };
    await recordChange(tx, { actor, action: "books.close", subjectType: "month", subjectId: month, after, at });
    return ok();
  });
}
