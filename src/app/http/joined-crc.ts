/** The checksum of bytes that stand behind others, from the checksums of both: zlib has it (`crc32_combine`), Node does not hand it on. */

/** Of CRC-32, its bits in reverse (RFC 1952, 8). */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** x to the power of 2^n, modulo the polynomial. */
const POWERS = Array.from({ length: 32 }, () => 0);
POWERS.reduce((power, _, n) => {
  POWERS[n] = power;
  return times(power, power);
}, ONE >>> 1);

/** What a checksum has to be multiplied by where so many bytes follow. To be made once for each length. */
export function shiftBy(bytes: number): number {
  let shift = ONE;
  // Eight bits each: begins with x to the power of 2^3.
  for (let rest = bytes, n = 3; rest > 0; rest = Math.floor(rest / 2), n++) {
    if (rest % 2 === 1) shift = times(POWERS[n % 32] ?? 0, shift);
  }
  return shift;
}

/** @param shift `shiftBy` the length of the second */
export function joinCrc(first: number, second: number, shift: number): number {
  return (times(shift, first) ^ second) >>> 0;
}

/** Product of two polynomials, modulo that of the checksum; the lowest power is the highest bit. */
function times(one: number, other: number): number {
  let product = 0;
  let shifted = other;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
