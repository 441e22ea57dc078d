/** Writes the public file `entries.csv` (step 2): one line for each ticket, sorted by number. */
import { type Entry, entryLine } from "./entry.ts";
import { type EntryList, readEntries } from "./entry-list.ts";

/**
 * Writes the list of a draw, sorted by number whatever the order of `entries`.
 * Throws a RangeError for no entry, a malformed one, or two with one number.
 */
export function writeEntries(entries: Iterable<Entry>): EntryList {
  const sorted = [...entries];
  if (!isAscending(sorted)) sorted.sort((a, b) => a.number - b.number);
  const list = readEntries(new TextEncoder().encode(sorted.map((entry) => `${entryLine(entry)}\n`).join("")));
  if (!list.ok) throw new RangeError(`entries: ${list.error}, line ${list.line}`);
  return list.value;
}

/** Rows mostly come sorted from the database; looking is cheaper than sorting a million of them. */
function isAscending(entries: readonly Entry[]): boolean {
  return entries.every((entry, i) => i === 0 || (entries[i - 1]?.number ?? 0) < entry.number);
}
