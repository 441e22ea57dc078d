/** Short words with a hyphen, such as "GT-10", within which no line should break. */

/** A longer word would overflow narrow windows. */
const LONGEST = 12;

/** A part of a text. `at`: its offset in the text; `isWhole`: no line may break within it. */
type Piece = { readonly piece: string; readonly at: number; readonly isWhole: boolean };

/** Cuts a text into short words with a hyphen and the text between them. */
export function cutAtHyphened(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: word, index } of text.includes("-") ? text.matchAll(/\S+/g) : []) {
    if (word.length > LONGEST || !/.-./.test(word)) continue;
    if (index > end) pieces.push({ piece: text.slice(end, index), at: end, isWhole: false });
    pieces.push({ piece: word, at: index, isWhole: true });
    end = index + word.length;
  }
  return [...pieces, { piece: text.slice(end), at: end, isWhole: false }];
}
