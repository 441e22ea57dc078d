/** The charity of a draw: name, register number, and an amount or a share of the sales. */
import { z } from "zod";
import { type Pence, pence, toPounds } from "#shared/money/money.ts";
import { PERCENT, readNumber } from "#shared/text/typed-number.ts";
import { type Charity, charityShape, LONGEST_CHARITY, readCharityNumber } from "../prize/charity.ts";
import type { FactOptions, Fact, NoteProblem, TypedFields } from "./fact.ts";
import { loosePounds, readMoney } from "./typed-values.ts";

const FIELDS = ["charity_name", "charity_number", "charity_amount", "charity_share"] as const;
/** The name of a field of the charity. */
export type CharityField = (typeof FIELDS)[number];
type CharityColumn = { readonly charity: unknown };
type CharityJson = {
  readonly charity: { name: string; number: string; amount: number | null; share_percent: number | null } | null;
};

const isEmpty = (typed: TypedFields<CharityField>) => FIELDS.every((name) => (typed[name] ?? "").trim() === "");

/** Reads the fields and reports each problem. */
function readCharity(typed: TypedFields<CharityField>, note: NoteProblem<CharityField>, most: Pence): Charity | undefined {
  const name = (typed.charity_name ?? "").trim();
  const number = readCharityNumber(typed.charity_number ?? "");
  if (name === "") note("charity_name", "required");
  if (name.length > LONGEST_CHARITY) note("charity_name", "too_long");
  if ((typed.charity_number ?? "").trim() === "") note("charity_number", "required");
  else if (number === undefined) note("charity_number", "not_a_charity_number");
  const isFilled = { amount: (typed.charity_amount ?? "").trim() !== "", share: (typed.charity_share ?? "").trim() !== "" };
  if (!isFilled.amount && !isFilled.share) note("charity_amount", "amount_or_share");
  const amount = isFilled.amount ? readMoney(typed.charity_amount, most) : null;
  if (typeof amount === "string") note("charity_amount", amount);
  else if (amount === 0) note("charity_amount", "not_positive");
  const share = isFilled.share ? readNumber(typed.charity_share, { ...PERCENT, most: 100 }) : undefined;
  if (share && (!share.ok || share.value === 0)) note("charity_share", "not_a_share");
  if (number === undefined || typeof amount === "string") return undefined;
  return { name, number, amount_pence: amount, share_points: share?.ok ? Math.round(share.value * 100) : null };
}

/** All fields empty is no charity. Otherwise name, number and an amount or a share are given. */
export function charity(
  about: FactOptions & { readonly most: Pence },
): Fact<Charity | undefined, CharityField, CharityColumn, CharityJson> {
  return {
    ...about,
    kind: "charity",
    optional: true,
    names: FIELDS,
    columns: ["charity"],
    shape: {
      charity: z
        .object({
          name: z.string(),
          number: z.string(),
          amount: z.number().min(0).nullable().describe("Pounds; beside a share, the minimum"),
          share_percent: z.number().min(0).max(100).nullable().describe("Of the ticket sales"),
        })
        .nullable()
        .describe("The charity that the draw supports, with an amount or a share"),
    },
    start: () => ({ charity_name: "", charity_number: "", charity_amount: "", charity_share: "" }),
    read: (typed, note) => (isEmpty(typed) ? undefined : readCharity(typed, note, about.most)),
    typed: (value) => ({
      charity_name: value?.name ?? "",
      charity_number: value?.number ?? "",
      charity_amount: value?.amount_pence ? String(toPounds(pence(value.amount_pence))) : "",
      charity_share: value?.share_points ? String(value.share_points / 100) : "",
    }),
    guess(typed) {
      if (isEmpty(typed)) return undefined;
      const amount = loosePounds(typed.charity_amount);
      const share = readNumber(typed.charity_share ?? "", PERCENT);
      return {
        name: (typed.charity_name ?? "").trim(),
        number: (typed.charity_number ?? "").trim(),
        amount_pence: amount > 0 ? amount : null,
        share_points: share.ok ? Math.round(share.value * 100) : null,
      };
    },
    shown: (value) => value,
    toRow: (value) => ({ charity: value ? JSON.stringify(value) : null }),
    fromRow: (row) => (row.charity ? charityShape.parse(row.charity) : undefined),
    json: (value) => ({
      charity: value
        ? {
            name: value.name,
            number: value.number,
            amount: value.amount_pence === null ? null : toPounds(pence(value.amount_pence)),
            share_percent: value.share_points === null ? null : value.share_points / 100,
          }
        : null,
    }),
  };
}
