/** The actions of the forms of the books, by the form's intent. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { byTheEarlierClock } from "#features/accounts/server/compare-clocks.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { fromPounds } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { VAT_GROUPS } from "#shared/states.ts";
import { truncate } from "#shared/text/truncate.ts";
import { readNumber } from "#shared/text/typed-number.ts";
import { type Labels, readLabels } from "../../rules/chart.ts";
import { isDay, readMonth } from "../../rules/month.ts";
import { PRIZE_COST, VAT_RATE } from "../../rules/typed-sums.ts";
import { enterPrizeCost } from "../enter-prize-cost.ts";
import { recordCharityPayment } from "../record-charity-payment.ts";
import { setVat } from "../set-vat.ts";
import { closeMonth } from "./close-month.ts";
import { findLabels, insertLabels } from "./close-store.ts";
import { BalanceUnavailable } from "./import-moves.ts";
import { updateJournal } from "./update-journal.ts";

const LONGEST_CODE = 40;
const LONGEST_NOTE = 200;
const LONGEST_FIELD = 200;

/** All errors of these forms; those of one field end with its name. */
export type BooksError =
  | ("closed" | "earlier_open" | "not_over" | "not_told" | "past" | "future")
  | ("no_draw" | "no_amount" | "no_day" | "no_note" | "no_code" | "bad_rate")
  | ("bad_label" | "changed_meanwhile" | "no_charity" | "no_reference")
  | ("forbidden" | "reauth_needed" | "failed");

type Action = () => Promise<Result<undefined, BooksError>>;

/** Checks the right to write the books before the action checks the input. */
function asWriter(ctx: Ctx, actor: Actor, action: Action): Action {
  return async () => ((await may(ctx, actor, "books.write")) ? action() : err("forbidden"));
}

async function update(ctx: Ctx): Promise<Result<undefined, BooksError>> {
  try {
    await updateJournal(await byTheEarlierClock(ctx));
  } catch (error) {
    if (!(error instanceof BalanceUnavailable)) throw error;
    ctx.log.warn({ err: error }, "a payment provider does not report the shop's balance");
    return err("not_told");
  }
  return ok();
}

function textOf(form: URLSearchParams, name: string, longest: number): string {
  return truncate((form.get(name) ?? "").trim(), longest);
}

async function addVatRate(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Result<undefined, BooksError>> {
  const appliesTo = VAT_GROUPS.find((group) => group === form.get("appliesTo")) ?? "sales";
  const code = textOf(form, "code", LONGEST_CODE);
  const percent = readNumber(form.get("rate") ?? "", VAT_RATE);
  const from = form.get("from") ?? "";
  if (code === "") return err("no_code");
  if (!percent.ok) return err("bad_rate");
  if (!isDay(from)) return err("no_day");
  return setVat(ctx, actor, { appliesTo, code, points: Math.round(percent.value * 100), from });
}

/** The labels that differ, for the audit log. */
function labelChanges(before: Labels, after: Labels) {
  const flat = ({ accounts, untaxed }: Labels): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(accounts).map(([account, { code, name }]) => [account, `${code} ${name}`])),
    untaxed,
  });
  const [oldLabels, newLabels] = [flat(before), flat(after)];
  const keys = Object.keys(newLabels).filter((key) => oldLabels[key] !== newLabels[key]);
  const only = (all: Record<string, string>) => Object.fromEntries(keys.map((key) => [key, all[key] ?? ""]));
  return { before: only(oldLabels), after: only(newLabels) };
}

/** Stores the labels as the next version. `changed_meanwhile`: a colleague has saved another version. */
async function setLabels(
  ctx: Pick<Ctx, "db" | "now" | "log" | "env">,
  actor: Actor,
  { version, labels }: { readonly version: number; readonly labels: Labels },
): Promise<Result<undefined, "forbidden" | "changed_meanwhile">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const before = await findLabels(tx);
    const changed = labelChanges(before, labels);
    if (Object.keys(changed.after).length === 0) return ok();
    if (before.version !== version) return err("changed_meanwhile");
    if (!(await insertLabels(tx, { ...labels, version: version + 1, at, by: adminIdOf(actor) }))) return err("changed_meanwhile");
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

async function saveLabels(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Result<undefined, BooksError>> {
  const labels = readLabels((name) => textOf(form, name, LONGEST_FIELD));
  if (!labels) return err("bad_label");
  return setLabels(ctx, actor, { version: Number(form.get("version")), labels });
}

/** The action of a form on the journal's page; undefined for an unknown intent. */
export function findJournalAction(ctx: Ctx, actor: Actor, form: URLSearchParams): Action | undefined {
  const actions: Readonly<Record<string, Action>> = {
    keep: asWriter(ctx, actor, () => update(ctx)),
    close: async () => {
      const month = readMonth(form.get("month"));
      const withoutUnreported = form.get("without") === "untold";
      return month ? closeMonth(ctx, actor, month, { withoutUnreported, clock: await byTheEarlierClock(ctx) }) : err("not_over");
    },
    vat: asWriter(ctx, actor, () => addVatRate(ctx, actor, form)),
    labels: asWriter(ctx, actor, () => saveLabels(ctx, actor, form)),
  };
  const intent = form.get("intent") ?? "";
  return Object.hasOwn(actions, intent) ? actions[intent] : undefined;
}

async function enterCost(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Result<undefined, BooksError>> {
  const pounds = readNumber(form.get("amount") ?? "", PRIZE_COST);
  const amount = pounds.ok ? fromPounds(pounds.value) : undefined;
  const day = form.get("day") ?? "";
  const note = textOf(form, "note", LONGEST_NOTE);
  if (!amount) return err("no_amount");
  if (!isDay(day)) return err("no_day");
  if (note === "") return err("no_note");
  return enterPrizeCost(ctx, actor, {
    ...{ lotteryId: form.get("lotteryId") ?? "", amount, day, note },
    requestKey: form.get("requestKey") ?? undefined,
  });
}

async function enterCharityPayment(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Result<undefined, BooksError>> {
  const pounds = readNumber(form.get("amount") ?? "", PRIZE_COST);
  const amount = pounds.ok ? fromPounds(pounds.value) : undefined;
  const day = form.get("day") ?? "";
  const reference = textOf(form, "note", LONGEST_NOTE);
  if (!amount) return err("no_amount");
  if (!isDay(day)) return err("no_day");
  if (reference === "") return err("no_reference");
  return recordCharityPayment(ctx, actor, {
    ...{ lotteryId: form.get("lotteryId") ?? "", amount, day, reference },
    requestKey: form.get("requestKey") ?? undefined,
  });
}

/** The action of a form on the profit page; undefined for an unknown intent. */
export function findCostAction(ctx: Ctx, actor: Actor, form: URLSearchParams): Action | undefined {
  const actions: Readonly<Record<string, Action>> = {
    cost: asWriter(ctx, actor, () => enterCost(ctx, actor, form)),
    charity: asWriter(ctx, actor, () => enterCharityPayment(ctx, actor, form)),
  };
  const intent = form.get("intent") ?? "";
  return Object.hasOwn(actions, intent) ? actions[intent] : undefined;
}
