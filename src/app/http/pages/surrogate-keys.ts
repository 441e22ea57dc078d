/** Surrogate keys, by which a CDN purges pages (docs/decisions/0090). */

const LISTS = "draws";
const keyOf = (lotteryId: string) => `draw-${lotteryId}`;

export function nameForCaches(headers: Headers, path: string): void {
  const draw = /^\/(?:lottery|draws)\/([0-9a-f-]{36})/.exec(path)?.[1];
  const key = draw === undefined ? LISTS : keyOf(draw);
  headers.set("Surrogate-Key", key);
  headers.set("Cache-Tag", key);
}

export function keysOfDraws(lotteryIds: readonly string[]): readonly string[] {
  return [LISTS, ...new Set(lotteryIds.map(keyOf))];
}
