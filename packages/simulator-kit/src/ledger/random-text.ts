import { randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789AB";

let pool = randomBytes(4096);
let used = 0;

/** `length` letters and digits, about 5.9 bits each. */
export function randomText(length: number): string {
  if (used + length > pool.length) {
    // One system call for about a hundred ids.
    pool = randomBytes(4096);
    used = 0;
  }
  let text = "";
  for (const byte of pool.subarray(used, used + length)) text += ALPHABET[byte & 63];
  used += length;
  return text;
}
