/** Deterministic random numbers, so that two demos have the same orders. Not for secrets. */

export type RandomSource = {
  between(low: number, high: number): number;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
  bytes(count: number): Buffer;
};

/** mulberry32. Source: Tommy Ettinger, public domain. */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick(from) {
      const item = from[between(0, from.length - 1)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => between(0, 255))),
  };
}
