/** What the forms of the books ask for, read as people type it. */
import { type Actor, may } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { fromPounds } from "#shared/money.ts";
import type { Result } from "#shared/result.ts";
import { VAT_GROUPS } from "#shared/states.ts";
import { typedNumber } from "#shared/typed-number.ts";
import { wholeStart } from "#shared/whole-start.ts";
import { readLabels } from "../rules/chart.ts";
import { isDay, readMonth } from "../rules/month.ts";
import { closeMonth, enterPrizeCost, setLabels, setVat } from "./enter-costs.ts";
import { keepJournal } from "./keep-journal.ts";

const LONGEST_CODE = 40;
const LONGEST_NOTE = 200;
/** More than any label, so that one that is too long is told. */
const LONGEST_FIELD = 200;
const MOST_POUNDS = 10_000_000;

/** How a form was refused; those of one field bear its name at their end. */
export type BooksError =
  | ("closed" | "earlier_open" | "not_over" | "past" | "future")
  | ("no_draw" | "no_amount" | "no_day" | "no_note" | "no_code" | "bad_rate")
  | ("bad_label" | "changed_meanwhile")
  | ("forbidden" | "proof_needed" | "failed");

type Act = () => Promise<Result<undefined, BooksError>>;

/** Undefined for a form that is none of the journal's. */
export function journalAct(ctx: Ctx, actor: Actor, form: URLSearchParams): Act | undefined {
  const acts: Readonly<Record<string, Act>> = {
    keep: () => keepFor(ctx, actor),
    close: async () => {
      const month = readMonth(form.get("month"));
      return month ? closeMonth(ctx, actor, month) : { ok: false, error: "not_over" };
    },
    vat: () => vatFor(ctx, actor, form),
    labels: () => labelsFor(ctx, actor, form),
  };
  const intent = form.get("intent") ?? "";
  return Object.hasOwn(acts, intent) ? acts[intent] : undefined;
}

/** Undefined for a form that is none of the costs'. */
export function costAct(ctx: Ctx, actor: Actor, form: URLSearchParams): Act | undefined {
  return form.get("intent") === "cost" ? () => costFor(ctx, actor, form) : undefined;
}

async function keepFor(ctx: Ctx, actor: Actor): Promise<Result<undefined, BooksError>> {
  if (!(await may(ctx, actor, "books.write"))) return { ok: false, error: "forbidden" };
  await keepJournal(ctx);
  return { ok: true, value: undefined };
}

async function vatFor(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Result<undefined, BooksError>> {
  if (!(await may(ctx, actor, "books.write"))) return { ok: false, error: "forbidden" };
  const appliesTo = VAT_GROUPS.find((group) => group === form.get("appliesTo")) ?? "sales";
  const code = textOf(form, "code", LONGEST_CODE);
  const percent = typedNumber(form.get("rate") ?? "", 2);
  const from = form.get("from") ?? "";
  if (code === "") return { ok: false, error: "no_code" };
  if (percent === undefined || percent < 0 || percent > 50) return { ok: false, error: "bad_rate" };
  if (!isDay(from)) return { ok: false, error: "no_day" };
  return setVat(ctx, actor, { appliesTo, code, points: Math.round(percent * 100), from });
}

async function labelsFor(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Result<undefined, BooksError>> {
  if (!(await may(ctx, actor, "books.write"))) return { ok: false, error: "forbidden" };
  const labels = readLabels((name) => textOf(form, name, LONGEST_FIELD));
  if (!labels) return { ok: false, error: "bad_label" };
  return setLabels(ctx, actor, { version: Number(form.get("version")), labels });
}

async function costFor(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Result<undefined, BooksError>> {
  if (!(await may(ctx, actor, "books.write"))) return { ok: false, error: "forbidden" };
  const pounds = typedNumber(form.get("amount") ?? "", 2);
  const amount = pounds === undefined || Math.abs(pounds) > MOST_POUNDS ? undefined : fromPounds(pounds);
  const day = form.get("day") ?? "";
  const note = textOf(form, "note", LONGEST_NOTE);
  if (!amount) return { ok: false, error: "no_amount" };
  if (!isDay(day)) return { ok: false, error: "no_day" };
  if (note === "") return { ok: false, error: "no_note" };
  return enterPrizeCost(ctx, actor, {
    ...{ lotteryId: form.get("lotteryId") ?? "", amount, day, note },
    requestKey: form.get("requestKey") ?? undefined,
  });
}

function textOf(form: URLSearchParams, name: string, longest: number): string {
  return wholeStart((form.get(name) ?? "").trim(), longest);
}
