/** The cash alternative to the prize: an amount, and the days to choose it. */
import { z } from "zod";
import { type Pence, pence, toPounds } from "#shared/money/money.ts";
import { CASH_DAYS, type CashAlternative, MOST_CASH_DAYS } from "../prize/cash.ts";
import type { FactOptions, Fact, NoteProblem, TypedFields } from "./fact.ts";
import { looseCount, loosePounds, readCount, readMoney } from "./typed-values.ts";

type CashField = "cash_alternative" | "cash_choice_days";
type CashColumns = { readonly cash_alternative_pence: number | null; readonly cash_choice_days: number | null };
type CashJson = { readonly cash_alternative: number | null; readonly cash_choice_days: number | null };

function readCash(typed: TypedFields<CashField>, note: NoteProblem<CashField>, most: Pence): CashAlternative | undefined {
  if ((typed.cash_alternative ?? "").trim() === "") return undefined;
  const amount = readMoney(typed.cash_alternative, most);
  const days = readCount(typed.cash_choice_days ?? "", MOST_CASH_DAYS);
  if (typeof amount === "string") note("cash_alternative", amount);
  else if (amount === 0) note("cash_alternative", "not_positive");
  if (typeof days === "string") note("cash_choice_days", days === "too_large" ? "too_many_days" : days);
  return typeof amount === "string" || typeof days === "string" ? undefined : { amount, days };
}

/** Without an amount there is no cash alternative, and the days have no meaning. */
export function cash(
  about: FactOptions & { readonly most: Pence },
): Fact<CashAlternative | undefined, CashField, CashColumns, CashJson> {
  return {
    ...about,
    kind: "cash",
    optional: true,
    names: ["cash_alternative", "cash_choice_days"],
    columns: ["cash_alternative_pence", "cash_choice_days"],
    shape: {
      cash_alternative: z.number().min(0).nullable().describe("What the winner may take instead of the prize, in pounds"),
      cash_choice_days: z.int().nullable().describe("For how many days after being contacted the winner may choose"),
    },
    start: () => ({ cash_alternative: "", cash_choice_days: String(CASH_DAYS) }),
    read: (typed, note) => readCash(typed, note, about.most),
    typed: (value) => ({
      cash_alternative: value ? String(toPounds(value.amount)) : "",
      cash_choice_days: String(value?.days ?? CASH_DAYS),
    }),
    guess(typed) {
      const amount = loosePounds(typed.cash_alternative);
      return amount > 0 ? { amount, days: looseCount(typed.cash_choice_days) } : undefined;
    },
    shown: (value) => value,
    toRow: (value) => ({ cash_alternative_pence: value?.amount ?? null, cash_choice_days: value?.days ?? null }),
    fromRow: ({ cash_alternative_pence: amount, cash_choice_days: days }) =>
      amount === null || days === null ? undefined : { amount: pence(amount), days },
    json: (value) => ({ cash_alternative: value ? toPounds(value.amount) : null, cash_choice_days: value?.days ?? null }),
  };
}
