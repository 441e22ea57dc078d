/** The price of a number of tickets, with packs and codes. See docs/decisions/0004. */
import { type Pence, pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";

/** The names of packs, smallest first. */
export type PackName = "bronze" | "silver" | "gold" | "platinum" | "diamond";

/** From `quantity` tickets on, the whole order is `percentOff` cheaper. */
export type Pack = { readonly name: PackName; readonly quantity: number; readonly percentOff: number };

/** The prices of a draw; `packs` are smallest first. */
export type Offer = { readonly pricePerTicket: Pence; readonly packs: readonly Pack[] };

/** The names of one to five packs, smallest first. */
const NAMES: readonly (readonly PackName[])[] = [
  ["bronze"],
  ["bronze", "gold"],
  ["bronze", "gold", "platinum"],
  ["bronze", "silver", "gold", "platinum"],
  ["bronze", "silver", "gold", "platinum", "diamond"],
];
/** The most packs of a draw. */
export const MOST_PACKS = NAMES.length;

/** The smallest pack and the highest discount: so the cheapest pack costs at least the provider's minimum. */
export const FEWEST_IN_PACK = 2;
export const MOST_PERCENT_OFF = 50;

/** Names packs by their place. They are in rising order, and at most `MOST_PACKS`. */
export function namedPacks(packs: readonly Omit<Pack, "name">[]): Pack[] {
  const names = NAMES[packs.length - 1];
  return packs.map(({ quantity, percentOff }, i) => ({ name: names?.[i] ?? "bronze", quantity, percentOff }));
}

/** The VIP packs of a new draw, and of pages that name no draw. Source: specification, section 9. */
export const PACKS: readonly Pack[] = namedPacks([
  { quantity: 15, percentOff: 10 },
  { quantity: 25, percentOff: 15 },
  { quantity: 50, percentOff: 25 },
]);

/** In tickets: the fewest that get a discount by default. */
export const SMALLEST_PACK = Math.min(...PACKS.map(({ quantity }) => quantity));

/** 0 needs no payment. Source: Stripe, "Minimum and maximum charge amounts". */
export const LEAST_CHARGED = pence(30);

/** In pence; `total` is `subtotal - discount`. `pack` is absent if a code was better or none was reached. */
export type Quote = {
  readonly subtotal: Pence;
  readonly discount: Pence;
  readonly total: Pence;
  readonly percentOff: number;
  readonly pack?: Pack;
};

/** The largest pack that this number of tickets reaches. */
export function packFor({ packs }: Pick<Offer, "packs">, quantity: number): Pack | undefined {
  return packs.findLast((pack) => quantity >= pack.quantity);
}

/** The next larger pack, and how many tickets are missing to it. */
export function nextPack(
  { packs }: Pick<Offer, "packs">,
  quantity: number,
): { readonly pack: Pack; readonly missing: number } | undefined {
  const pack = packs.find((candidate) => candidate.quantity > quantity);
  return pack && { pack, missing: pack.quantity - quantity };
}

/**
 * Prices an order; the discount is rounded half up to the penny. `bad_quantity` unless an integer from 1.
 * @param codePercentOff the better of code and pack applies; none below the provider's minimum
 */
export function quote(offer: Offer, quantity: number, codePercentOff = 0): Result<Quote, "bad_quantity"> {
  const unit = offer.pricePerTicket;
  if (!Number.isSafeInteger(quantity) || quantity < 1 || !Number.isSafeInteger(unit * quantity * 100)) return err("bad_quantity");
  const subtotal = pence(unit * quantity);
  const off = (percent: number) => pence(Math.round((subtotal * percent) / 100));
  const left = subtotal - off(codePercentOff);
  const code = left > 0 && left < LEAST_CHARGED ? 0 : codePercentOff;
  const reached = packFor(offer, quantity);
  const pack = reached && reached.percentOff >= code ? reached : undefined;
  const percentOff = pack?.percentOff ?? code;
  const discount = off(percentOff);
  return ok({ subtotal, discount, total: pence(subtotal - discount), percentOff, ...(pack && { pack }) });
}

/** The price of one ticket, for display. `isExact`: it was not rounded. */
export function priceEach(offer: Offer, quantity: number): { readonly each: Pence; readonly isExact: boolean } {
  const price = quote(offer, quantity);
  if (!price.ok) return { each: offer.pricePerTicket, isExact: true };
  const { total } = price.value;
  const each = pence(Math.round(total / quantity));
  return { each, isExact: each * quantity === total };
}
