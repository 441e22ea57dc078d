/** Reads the forms of /admin/payments and finds the use-case of each. */
import { z } from "zod";
import type { Actor } from "#features/access/server/actor.ts";
import { isDay } from "#features/books/rules/month.ts";
import { FEE_FIXED, FEE_RATE } from "#features/books/rules/typed-sums.ts";
import { agreeFee } from "#features/books/server/provider-fees.ts";
import type { SplitLine, SplitProblem } from "#features/orders/rules/checkout/new-order-form.ts";
import { resumeNewOrders, saveSplit, stopNewOrders } from "#features/orders/server/payment-split/steer-new-orders.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Result } from "#shared/result.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";
import { readNumber } from "#shared/text/typed-number.ts";
import { typedTexts } from "#ui/forms/parse-form.ts";
import type { Requester } from "../../server/going-live/external-checks.ts";
import { checkProvider } from "../../server/going-live/run-checks.ts";
import { type FeeProblem, FROM_FIELDS, PAYMENTS_INTENTS, shareField } from "./payments-words.ts";

const SHARE_FIELDS = FROM_FIELDS.flatMap((_, line) => PAYMENT_PROVIDERS.map((name) => shareField(name, line)));

/** Schema of all forms of the page. */
export const paymentsSchema = z.object({
  intent: z.enum(PAYMENTS_INTENTS),
  ...typedTexts(["version", "provider", "confirmed", "rate", "fixed", "from"]),
  ...(typedTexts([...FROM_FIELDS, ...SHARE_FIELDS]) as object),
});
type Typed = z.infer<typeof paymentsSchema>;

/** Field of each error in the form of the fees. */
export const FEE_FIELDS = { bad_rate: "rate", bad_fixed: "fixed", bad_day: "from", past: "from" } as const;

type Refusal = "forbidden" | "reauth_needed" | "changed_meanwhile" | "last_one" | FeeProblem;
type ActionResult = Promise<
  Result<undefined, Refusal> | { readonly ok: false; readonly error: "wrong"; readonly wrong: SplitProblem }
>;

/** The typed lines of the split. Keeps empty ones, so that the indexes match those on the screen. */
function linesOf(typed: Readonly<Record<string, string>>): readonly SplitLine[] {
  return FROM_FIELDS.map((from, line) => ({
    from: (line > 0 && typed[from]) || "",
    shares: Object.fromEntries(PAYMENT_PROVIDERS.map((name) => [name, typed[shareField(name, line)] ?? ""])),
  }));
}

/** The field of an error in the split. */
export function splitField({ payments }: Pick<Ctx, "payments">, { problem, line, provider }: SplitProblem): string {
  if (problem === "bad_from" || problem === "from_twice") return `from_${line}`;
  return shareField(provider ?? payments.all[0]?.name ?? "stripe", line);
}

/** The use-case of the form, not started yet. Undefined if the form names an unknown provider. */
export function findPaymentsAction(ctx: Ctx, actor: Actor, typed: Typed, requester: Requester): (() => ActionResult) | undefined {
  const { intent } = typed;
  if (intent === "split") return () => saveSplit(ctx, actor, { version: Number(typed.version), lines: linesOf(typed) });
  const provider = ctx.payments.all.find(({ name }) => name === typed.provider);
  if (!provider) return undefined;
  const { name } = provider;
  const actions: Readonly<Record<Exclude<Typed["intent"], "split">, () => ActionResult>> = {
    stop: () => stopNewOrders(ctx, actor, { provider: name, isConfirmed: typed.confirmed === "1" }),
    resume: () => resumeNewOrders(ctx, actor, name),
    look: () => checkProvider(ctx, actor, { provider, requester }),
    fee: async () => feeFor(ctx, actor, name, typed),
  };
  return actions[intent];
}

/** Reads and stores a fee. */
async function feeFor(ctx: Ctx, actor: Actor, provider: PaymentProviderName, { from, ...typed }: Typed): ActionResult {
  const percent = readNumber(typed.rate, FEE_RATE);
  const fixed = readNumber(typed.fixed, FEE_FIXED);
  if (!percent.ok) return err("bad_rate");
  if (!fixed.ok) return err("bad_fixed");
  if (!isDay(from)) return err("bad_day");
  return agreeFee(ctx, actor, { provider, points: Math.round(percent.value * 100), fixed: fixed.value, from });
}
