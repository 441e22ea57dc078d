/** One entry of a draw and its line in the public list (step 2): no personal data. */

/** A ticket in a draw: its number, and 16 random bytes in lowercase hex that only its owner knows before the freeze. */
export type Entry = { readonly number: number; readonly tag: string };

/** `<number>,<tag>` without the line end. Throws a RangeError for a number below 1 or a tag of another form. */
export function entryLine({ number, tag }: Entry): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`not a ticket number: ${number}`);
  if (!/^[0-9a-f]{32}$/.test(tag)) throw new RangeError(`ticket ${number}: a tag is 16 bytes in lowercase hex`);
  return `${number},${tag}`;
}
