/** All picks of a draw: who is picked leaves the pool, so nobody is picked twice. */
import { type KeyedHash, pickIndex } from "./pick.ts";

/** A pick: pick 0 wins, the others are reserves in their order. `listIndex` is the place in the entry list, from 0. */
export type Pick = {
  readonly prize: number;
  readonly poolSize: number;
  readonly poolIndex: number;
  readonly rejected: number;
  readonly listIndex: number;
};

/** Picks `prizes` of `n` entries. Throws a RangeError when there are fewer entries than prizes. */
export function drawPicks(seed: Uint8Array, n: number, prizes: number, keyedHash?: KeyedHash): Pick[] {
  if (!Number.isSafeInteger(n) || prizes > n) throw new RangeError("more prizes than entries");
  const gone: number[] = [];
  return Array.from({ length: prizes }, (_, prize) => {
    const poolSize = n - prize;
    const { index, rejected } = pickIndex(seed, prize, BigInt(poolSize), keyedHash);
    const listIndex = skip(gone, Number(index));
    gone.push(listIndex);
    gone.sort((a, b) => a - b);
    return { prize, poolSize, poolIndex: Number(index), rejected, listIndex };
  });
}

/** The place in the list of the pool's `index`-th, given those that left it (ascending). */
function skip(gone: readonly number[], index: number): number {
  return gone.reduce((place, left) => (left <= place ? place + 1 : place), index);
}
