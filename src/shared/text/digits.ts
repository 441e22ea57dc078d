/** Replaces digits of any script, such as "٣", by ASCII digits. */

export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)));
}

/** Unicode has the ten digits of each script in a row. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}
