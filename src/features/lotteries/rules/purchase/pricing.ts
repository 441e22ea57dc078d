/** The price of a number of tickets, with packs and codes. See docs/decisions/0004. */
import { type Pence, pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";

export type PackName = "bronze" | "gold" | "platinum";

/** From `quantity` tickets on, the whole order is `percentOff` cheaper. */
export type Pack = { readonly name: PackName; readonly quantity: number; readonly percentOff: number };

/** The VIP packs, smallest first. Source: specification, section 9. */
export const PACKS: readonly Pack[] = [
  { name: "bronze", quantity: 15, percentOff: 10 },
  { name: "gold", quantity: 25, percentOff: 15 },
  { name: "platinum", quantity: 50, percentOff: 25 },
];

/** In tickets: the fewest that get a discount. */
export const SMALLEST_PACK = Math.min(...PACKS.map(({ quantity }) => quantity));

/** In pence. Source: Stripe, "Minimum and maximum charge amounts". */
const LEAST_CHARGED = 30;

/** In pence; `total` is `subtotal - discount`. `pack` is absent if a code was better or none was reached. */
export type Quote = {
  readonly subtotal: Pence;
  readonly discount: Pence;
  readonly total: Pence;
  readonly percentOff: number;
  readonly pack?: Pack;
};

export function packFor(quantity: number): Pack | undefined {
  return PACKS.findLast((pack) => quantity >= pack.quantity);
}

export function nextPack(quantity: number): { readonly pack: Pack; readonly missing: number } | undefined {
  const pack = PACKS.find((candidate) => candidate.quantity > quantity);
  return pack && { pack, missing: pack.quantity - quantity };
}

/**
 * Prices an order; the discount is rounded half up to the penny. `bad_quantity` unless an integer from 1.
 * @param codePercentOff the better of code and pack applies; none below the provider's minimum
 */
export function quote(unit: Pence, quantity: number, codePercentOff = 0): Result<Quote, "bad_quantity"> {
  if (!Number.isSafeInteger(quantity) || quantity < 1 || !Number.isSafeInteger(unit * quantity * 100)) return err("bad_quantity");
  const subtotal = pence(unit * quantity);
  const off = (percent: number) => pence(Math.round((subtotal * percent) / 100));
  const left = subtotal - off(codePercentOff);
  const code = left > 0 && left < LEAST_CHARGED ? 0 : codePercentOff;
  const reached = packFor(quantity);
  const pack = reached && reached.percentOff >= code ? reached : undefined;
  const percentOff = pack?.percentOff ?? code;
  const discount = off(percentOff);
  return ok({ subtotal, discount, total: pence(subtotal - discount), percentOff, ...(pack && { pack }) });
}

/** The price of one ticket, for display. `isExact`: it was not rounded. */
export function priceEach(unit: Pence, quantity: number): { readonly each: Pence; readonly isExact: boolean } {
  const price = quote(unit, quantity);
  if (!price.ok) return { each: unit, isExact: true };
  const { total } = price.value;
  const each = pence(Math.round(total / quantity));
  return { each, isExact: each * quantity === total };
}
