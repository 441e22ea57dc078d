/** Order numbers for people, such as "KXTM-47GQ", without ambiguous characters. */

import { pastedId } from "../text/pasted.ts";

const LETTERS = "CFGHJKMNPQRTVWXY";
const SIGNS = `${LETTERS}34679`;
const NUMBER = new RegExp(`^([${LETTERS}][${SIGNS}]{3})\\s*[-\\s]?\\s*([${SIGNS}]{4})$`);

/**
 * Normalises a typed or pasted order number: any case, hyphen optional, after "#" or "Order n°". Undefined
 * if it is none.
 */
export function readOrderNumber(typed: string): string | undefined {
  const found = NUMBER.exec(
    pastedId(typed)
      .toUpperCase()
      .replace(/^(?:(?:ORDER|COMMANDE)\s*)?(?:N[O°º]\.?|NUMBER|NUMÉRO|#)?\s*:?\s*/, ""),
  );
  return found ? `${found[1]}-${found[2]}` : undefined;
}

const WITHIN_TEXT = new RegExp(`(?<![A-Z0-9])[${LETTERS}][${SIGNS}]{3}-[${SIGNS}]{4}(?![A-Z0-9])`, "g");

/** All order numbers in a text, as the shop writes them. */
export function findOrderNumbers(text: string): readonly string[] {
  return [...new Set(text.match(WITHIN_TEXT))];
}
