/** Whether a secret was generated at random or made up by a person. */

/** Below 32 hexadecimal digits or 22 letters and digits, above typical passphrases. */
const LEAST_BITS = 64;
const THOUGHT_OF = /change.?me|password|secret|example|qwerty|letmein|concours|0123456789|1234567890|abcdefgh/i;

/** True for repeats, few distinct characters, or words from manuals. */
export function isGuessable(secret: string): boolean {
  return THOUGHT_OF.test(secret) || bitsOf(withoutRepeats(secret)) < LEAST_BITS;
}

/** "abcabcabc" → "abc" */
function withoutRepeats(text: string): string {
  for (let length = 1; length <= text.length / 2; length++)
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return text.slice(0, length);
  return text;
}

/** Shannon entropy of the characters times their number. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / text.length), 0);
}
