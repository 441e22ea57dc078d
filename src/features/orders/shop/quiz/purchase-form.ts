/** The form of the question, which opens a payment page. */
import { z } from "zod";
import { pence } from "#shared/money/money.ts";
import { parseForm } from "#ui/forms/parse-form.ts";

/** A number of at most this many digits. */
const digits = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${most}}$`))
    .transform(Number);

const schema = z.object({
  /** An option's id; absent if none was chosen. */
  answer: z.string().max(100).optional(),
  quantity: digits(9),
  /** In pence, as the buyer saw it. */
  expectedUnitPrice: digits(12).transform(pence),
  /** The version of the terms on the page. */
  acceptedTerms: z.string().max(40).optional(),
  /** The form shows that the terms have changed, and asks to confirm the new ones. */
  asksForTerms: z.literal("1").optional(),
  hasReadTerms: z.literal("on").optional(),
  promoCode: z.string().max(100).optional(),
  /** The same for all requests of one page, which make one purchase. */
  requestKey: z.uuid(),
});

/** The fields, or what is wrong with them. */
export function readPurchaseForm(fields: URLSearchParams) {
  return parseForm(fields, schema);
}
