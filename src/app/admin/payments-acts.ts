/** What the forms of /admin/payments ask for, read as people type it. */
import type { Actor } from "#features/accounts/server/actor.ts";
import { isDay } from "#features/books/rules/month.ts";
import { FEE_FIXED, FEE_RATE } from "#features/books/rules/typed-sums.ts";
import { agreeFee } from "#features/books/server/provider-fees.ts";
import { MOST_LINES, type SplitLine, type SplitProblem } from "#features/orders/rules/new-order-form.ts";
import { resumeNewOrders, saveSplit, stopNewOrders } from "#features/orders/server/steer-new-orders.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Result } from "#shared/result.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";
import { readNumber } from "#shared/typed-number.ts";
import type { Asker } from "../live/asked-checks.ts";
import { lookAtProvider } from "../live/look-over.ts";

export const DONE = { split: "saved", stop: "stopped", resume: "resumed", look: "tested", fee: "feeSaved" } as const;
export type Intent = keyof typeof DONE;
export type FeeProblem = "bad_rate" | "bad_fixed" | "bad_day" | "past";

type Refusal = "forbidden" | "proof_needed" | "changed_meanwhile" | "last_one" | FeeProblem;
type Acted = Promise<Result<undefined, Refusal> | { readonly ok: false; readonly error: "wrong"; readonly wrong: SplitProblem }>;

/** As much as a field holds, so that a long number is never cut into another. */
const LONGEST_TYPED = 60;

export function isIntent(text: string | null): text is Intent {
  return text !== null && Object.hasOwn(DONE, text);
}

/** Of those whose keys the shop has. */
export function providerOf({ payments }: Pick<Ctx, "payments">, form: URLSearchParams) {
  return payments.all.find(({ name }) => name === form.get("provider"));
}

/** With empty lines, so that a line has the same place here and on the screen. */
export function linesOf(form: URLSearchParams): readonly SplitLine[] {
  const field = (name: string) => (form.get(name) ?? "").slice(0, LONGEST_TYPED);
  return Array.from({ length: MOST_LINES }, (_, line) => ({
    from: line === 0 ? "" : field(`from.${line}`),
    shares: Object.fromEntries(PAYMENT_PROVIDERS.map((name) => [name, field(`share.${name}.${line}`)])),
  }));
}

export function typedFee(form: URLSearchParams) {
  const field = (name: string) => (form.get(name) ?? "").slice(0, LONGEST_TYPED);
  return { provider: field("provider"), rate: field("rate"), fixed: field("fixed"), from: field("from") };
}

/** Undefined for a form that names no provider of the shop. */
export function paymentsAct(
  ctx: Ctx,
  actor: Actor,
  { intent, form, asker }: { readonly intent: Intent; readonly form: URLSearchParams; readonly asker: Asker },
): (() => Acted) | undefined {
  if (intent === "split") return () => saveSplit(ctx, actor, { version: Number(form.get("version")), lines: linesOf(form) });
  const provider = providerOf(ctx, form);
  if (!provider) return undefined;
  const { name } = provider;
  const acts: Readonly<Record<Exclude<Intent, "split">, () => Acted>> = {
    stop: () => stopNewOrders(ctx, actor, { provider: name, isConfirmed: form.get("confirmed") === "1" }),
    resume: () => resumeNewOrders(ctx, actor, name),
    look: () => lookAtProvider(ctx, actor, { provider, asker }),
    fee: async () => feeFor(ctx, actor, { provider: name, form }),
  };
  return acts[intent];
}

async function feeFor(
  ctx: Ctx,
  actor: Actor,
  { provider, form }: { readonly provider: PaymentProviderName; readonly form: URLSearchParams },
): Acted {
  const percent = readNumber(form.get("rate") ?? "", FEE_RATE);
  const fixed = readNumber(form.get("fixed") ?? "", FEE_FIXED);
  const from = form.get("from") ?? "";
  if (!percent.ok) return err("bad_rate");
  if (!fixed.ok) return err("bad_fixed");
  if (!isDay(from)) return err("bad_day");
  return agreeFee(ctx, actor, { provider, points: Math.round(percent.value * 100), fixed: fixed.value, from });
}
