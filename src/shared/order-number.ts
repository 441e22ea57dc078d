/** The number of an order as people read it out: "KXTM-47GQ". No sign of it looks like another one. */

const LETTERS = "CFGHJKMNPQRTVWXY";
const SIGNS = `${LETTERS}34679`;
const NUMBER = new RegExp(`^([${LETTERS}][${SIGNS}]{3})[-\\s]?([${SIGNS}]{4})$`);

/** The number in its one spelling, however it was typed: in any case, with a hyphen, a space or nothing between, behind a sign or a word or not. */
export function readOrderNumber(typed: string): string | undefined {
  const found = NUMBER.exec(
    typed
      .trim()
      .toUpperCase()
      .replaceAll(/[‐‑–—]/g, "-")
      .replace(/^(?:(?:ORDER|COMMANDE)\s*)?(?:N[O°º]\.?|#)?\s*/, ""),
  );
  return found ? `${found[1]}-${found[2]}` : undefined;
}
