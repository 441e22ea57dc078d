/** The charity of a draw: an amount, a share of the ticket sales, or both. Code of practice, 2.6. */
import { z } from "zod";
import { type Pence, pence } from "#shared/money/money.ts";

/** England and Wales: 6 or 7 digits, a suffix for a linked charity. Scotland: SC, Northern Ireland: NIC. */
const NUMBER = /^(?:\d{6,7}(?:-\d{1,3})?|(?:SC|NIC)\d{6})$/;

/** The registered number in its stored spelling; undefined if it is none. */
export function readCharityNumber(typed: string): string | undefined {
  const number = typed.toUpperCase().replace(/\s/g, "");
  return NUMBER.test(number) ? number : undefined;
}

/** The longest name, in characters. */
export const LONGEST_CHARITY = 120;
/** A charity as stored; `share_points` are hundredths of a percent of the ticket sales. */
export const charityShape = z.object({
  name: z.string().min(1).max(LONGEST_CHARITY),
  number: z.string().regex(NUMBER),
  amount_pence: z.int().min(1).nullable(),
  share_points: z.int().min(1).max(10_000).nullable(),
});
/** The charity of a draw. */
export type Charity = Readonly<z.infer<typeof charityShape>>;

/**
 * What the charity is due. `sales`: the money from tickets less refunds. With a share, the amount is the
 * minimum.
 */
export function charityDue({ amount_pence: amount, share_points: points }: Charity, sales: Pence): Pence {
  const share = Math.ceil((Math.max(0, sales) * (points ?? 0)) / 10_000);
  return pence(Math.max(amount ?? 0, share));
}
