/** The number of an order as people read it out: "KXTM-47GQ". No sign of it looks like another one. */

import { pastedId } from "./pasted.ts";

const LETTERS = "CFGHJKMNPQRTVWXY";
const SIGNS = `${LETTERS}34679`;
const NUMBER = new RegExp(`^([${LETTERS}][${SIGNS}]{3})\\s*[-\\s]?\\s*([${SIGNS}]{4})$`);

/** The number in its one spelling, however it was typed or pasted: any case, with or without the hyphen, behind "#" or "Order n°". */
export function readOrderNumber(typed: string): string | undefined {
  const found = NUMBER.exec(
    pastedId(typed)
      .toUpperCase()
      .replace(/^(?:(?:ORDER|COMMANDE)\s*)?(?:N[O°º]\.?|NUMBER|NUMÉRO|#)?\s*:?\s*/, ""),
  );
  return found ? `${found[1]}-${found[2]}` : undefined;
}
