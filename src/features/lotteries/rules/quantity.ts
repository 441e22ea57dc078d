import { readQuantity } from "#shared/typed-number.ts";
import { PACKS } from "./pricing.ts";

/** The field that tells which quantity the form was sent with, see below. */
export const FORMER_QUANTITY = "was";

type Fields = { get(name: string): unknown };

/**
 * The number of tickets wanted, as people type it; 1 for what is no whole number of at least 1.
 *
 * Before scripts load, choosing a pack cannot fill the quantity field. So a pack counts where the field still holds the
 * number that it was sent to the visitor with.
 */
export function chosenQuantity(fields: Fields): number {
  const quantity = fields.get("quantity");
  const pack = PACKS.find(({ name }) => name === fields.get("pack"));
  if (pack && quantity === fields.get(FORMER_QUANTITY)) return pack.quantity;
  return (typeof quantity === "string" && readQuantity(quantity)) || 1;
}
