/** Alters a JSON value in one place at a time, to show that every value in a file is checked. */

export type Place = readonly (string | number)[];

/** The paths of all texts and numbers in a JSON value. */
export function leavesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...at, key]));
}

/** A copy with the number at this path raised by one, or the last character of its text changed. */
export function alteredAt(value: unknown, [key, ...deeper]: Place): unknown {
  if (key === undefined)
    return typeof value === "number" ? value + 1 : String(value).replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = alteredAt(copy[key], deeper);
  return copy;
}
