/** The number of tickets that a buyer chose, by number or by pack. */
import { readQuantity } from "#shared/text/typed-number.ts";
import type { Pack } from "./pricing.ts";

/** The hidden field with the initial content of the quantity field. */
export const FORMER_QUANTITY = "was";

/** A form, or the parameters of an address. */
type Fields = { get(name: string): unknown };

/**
 * The number of tickets; 1 if invalid. Without scripts, a pack cannot fill the quantity field: it applies
 * if the field still holds its initial number.
 */
export function chosenQuantity(fields: Fields, packs: readonly Pack[]): number {
  const quantity = fields.get("quantity");
  const pack = packs.find(({ name }) => name === fields.get("pack"));
  if (pack && quantity === fields.get(FORMER_QUANTITY)) return pack.quantity;
  return (typeof quantity === "string" && readQuantity(quantity)) || 1;
}
