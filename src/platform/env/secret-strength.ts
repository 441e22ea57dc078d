/** Whether a secret was generated at random or made up by a person. */

/** Fewer than 32 hexadecimal digits or 22 random letters and digits have, more than typical passphrases. */
const LEAST_BITS = 64;
const COMMON_WORDS = /change.?me|password|secret|example|qwerty|letmein|concours|0123456789|1234567890|abcdefgh/i;

/**
 * Whether a person made up the secret: it repeats itself, has few distinct characters, or words from
 * manuals.
 */
export function isGuessable(secret: string): boolean {
  return COMMON_WORDS.test(secret) || entropyBits(withoutRepeats(secret)) < LEAST_BITS;
}

/** The part that repeats: "abcabcabc" becomes "abc". */
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

/** Shannon's entropy of the characters times their number. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / text.length), 0);
}
