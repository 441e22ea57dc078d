/** What the forms of /admin/payments ask for, read as people type it. */
import type { Actor } from "#features/accounts/server/actor.ts";
import { isDay } from "#features/books/rules/month.ts";
import { agreeFee } from "#features/books/server/provider-fees.ts";
import { MOST_LINES, type SplitLine, type SplitProblem } from "#features/orders/rules/new-order-form.ts";
import { resumeNewOrders, saveSplit, stopNewOrders } from "#features/orders/server/steer-new-orders.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Result } from "#shared/result.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";
import { typedNumber } from "#shared/typed-number.ts";
import type { Asker } from "../live/asked-checks.ts";
import { lookAtProvider } from "../live/look-over.ts";

export const DONE = { split: "saved", stop: "stopped", resume: "resumed", look: "tested", fee: "feeSaved" } as const;
export type Intent = keyof typeof DONE;
export type FeeProblem = "bad_rate" | "bad_fixed" | "bad_day" | "past";

type Refusal = "forbidden" | "proof_needed" | "changed_meanwhile" | "last_one" | FeeProblem;
type Acted = Promise<Result<undefined, Refusal> | { readonly ok: false; readonly error: "wrong"; readonly wrong: SplitProblem }>;

const MOST_POINTS = 2_000;
const MOST_PENCE = 1_000;

export function isIntent(text: string | null): text is Intent {
  return text !== null && Object.hasOwn(DONE, text);
}

/** Of those whose keys the shop has. */
export function providerOf({ payments }: Pick<Ctx, "payments">, form: URLSearchParams) {
  return payments.all.find(({ name }) => name === form.get("provider"));
}

/** Empty ones are left out, so that a line has the same place here and on the screen. */
export function linesOf(form: URLSearchParams): readonly SplitLine[] {
  const field = (name: string) => (form.get(name) ?? "").slice(0, 20);
  const all = Array.from({ length: MOST_LINES }, (_, line) => ({
    from: line === 0 ? "" : field(`from.${line}`),
    shares: Object.fromEntries(PAYMENT_PROVIDERS.map((name) => [name, field(`share.${name}.${line}`)])),
  }));
  return all.filter(
    ({ from, shares }, line) => line === 0 || [from, ...Object.values(shares)].some((text) => text.trim() !== ""),
  );
}

export function typedFee(form: URLSearchParams) {
  const field = (name: string) => (form.get(name) ?? "").slice(0, 20);
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
  const percent = typedNumber(form.get("rate") ?? "", 2) ?? -1;
  const points = Math.round(percent * 100);
  const fixed = typedNumber(form.get("fixed") ?? "", 0) ?? -1;
  const from = form.get("from") ?? "";
  if (points < 0 || points > MOST_POINTS) return err("bad_rate");
  if (fixed < 0 || fixed > MOST_PENCE) return err("bad_fixed");
  if (!isDay(from)) return err("bad_day");
  return agreeFee(ctx, actor, { provider, points, fixed, from });
}
