/** How many tickets an address or a form asks for. */
import { PACKS } from "./pricing.ts";

/** The field that tells which quantity the form was sent with, see below. */
export const FORMER_QUANTITY = "was";

/** No draw has that many: what is longer is still a number, and refused as too many. */
const MOST = 999_999_999;

/** What an address or a form carries: URLSearchParams and FormData both do. */
type Fields = { get(name: string): unknown };

/**
 * The number of tickets wanted: a whole number from 1 to `MOST`; 1 for anything else.
 *
 * Before scripts load, choosing a pack cannot fill the quantity field. So a pack counts where the field still holds the
 * number that it was sent to the visitor with.
 */
export function chosenQuantity(fields: Fields): number {
  const quantity = fields.get("quantity");
  const pack = PACKS.find(({ name }) => name === fields.get("pack"));
  if (pack && quantity === fields.get(FORMER_QUANTITY)) return pack.quantity;
  return typeof quantity === "string" && /^[1-9]\d*$/.test(quantity) ? Math.min(Number(quantity), MOST) : 1;
}
