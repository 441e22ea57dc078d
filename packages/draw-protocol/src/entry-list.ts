/** The bytes of `entries.csv`, validated once and read in place: a million entries take 41 MB. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { merkleRoot } from "./merkle.ts";

/** A ticket's number, and 16 random bytes in lowercase hex that only its owner knows before the freeze. */
export type Entry = { readonly number: number; readonly tag: string };

/** `<number>,<tag>` without the line end. @throws a RangeError for a number below 1 or a malformed tag */
export function entryLine({ number, tag }: Entry): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`not a ticket number: ${number}`);
  if (!/^[0-9a-f]{32}$/.test(tag)) throw new RangeError(`ticket ${number}: a tag is 16 bytes in lowercase hex`);
  return `${number},${tag}`;
}

/** The reason why a file is no list of entries. `line` counts from 1. */
export type EntriesProblem = {
  readonly ok: false;
  readonly error: "empty" | "malformed_line" | "not_ascending";
  readonly line: number;
};

const LF = 10;
const COMMA = 44;
const TAG = 32;

/** A well-formed list: numbers strictly ascending, each line `<number>,<tag>` + LF. Indexes count from 0. */
export class EntryList {
  readonly csv: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #numbers: Float64Array;
  readonly #known: { readonly sha256: string; readonly root: string } | undefined;

  /** Does not validate; use `readEntries`, `EntryReader` or `writeEntries`. `known` are computed hashes. */
  constructor(csv: Uint8Array, starts: Uint32Array, numbers: Float64Array, known?: { sha256: string; root: string }) {
    this.csv = csv;
    this.#starts = starts;
    this.#numbers = numbers;
    this.#known = known;
  }

  get length(): number {
    return this.#numbers.length;
  }

  get sha256(): string {
    return this.#known?.sha256 ?? bytesToHex(sha256(this.csv));
  }

  /** The root of the Merkle tree over the lines, hex. */
  get root(): string {
    return this.#known?.root ?? merkleRoot(this.lines());
  }

  /** A line without its LF, as a view of the file. @throws a RangeError outside the list */
  line(index: number): Uint8Array {
    const start = this.#starts[index];
    const next = this.#starts[index + 1];
    if (start === undefined || next === undefined) throw new RangeError(`no entry ${index}`);
    return this.csv.subarray(start, next - 1);
  }

  *lines(): Generator<Uint8Array> {
    for (let i = 0; i < this.length; i++) yield this.line(i);
  }

  /** @throws a RangeError outside the list */
  entry(index: number): Entry {
    const [number, tag] = new TextDecoder().decode(this.line(index)).split(",");
    return { number: Number(number), tag: tag ?? "" };
  }

  /** The index of a ticket number, or -1. */
  indexOfNumber(number: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#numbers[middle] ?? Number.NaN;
      if (found === number) return middle;
      if (found < number) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The index of a tag, or -1. */
  indexOfTag(tag: string): number {
    const wanted = new TextEncoder().encode(tag);
    if (wanted.length !== TAG) return -1;
    for (let i = 0; i < this.length; i++) {
      const from = (this.#starts[i + 1] ?? 0) - 1 - TAG;
      let same = 0;
      while (same < TAG && this.csv[from + same] === wanted[same]) same++;
      if (same === TAG) return i;
    }
    return -1;
  }
}

/** Reads `entries.csv`; a wrong byte is a problem with its line. */
export function readEntries(csv: Uint8Array): { readonly ok: true; readonly value: EntryList } | EntriesProblem {
  const lines = countLines(csv);
  if (csv.length === 0) return { ok: false, error: "empty", line: 1 };
  const starts = new Uint32Array(lines + 1);
  const numbers = new Float64Array(lines);
  let at = 0;
  for (let i = 0; i < lines; i++) {
    const read = readLine(csv, at);
    if (!read) return { ok: false, error: "malformed_line", line: i + 1 };
    if (i > 0 && read.number <= (numbers[i - 1] ?? 0)) return { ok: false, error: "not_ascending", line: i + 1 };
    numbers[i] = read.number;
    at = read.next;
    starts[i + 1] = at;
  }
  if (at !== csv.length) return { ok: false, error: "malformed_line", line: lines + 1 };
  return { ok: true, value: new EntryList(csv, starts, numbers) };
}

function countLines(csv: Uint8Array): number {
  let lines = 0;
  for (let i = csv.indexOf(LF); i >= 0; i = csv.indexOf(LF, i + 1)) lines++;
  return lines;
}

/** Reads the line at `start`; undefined if it is malformed. `next` is the start of the following line. */
export function readLine(csv: Uint8Array, start: number): { number: number; next: number } | undefined {
  let at = start;
  let number = 0;
  for (let byte = csv[at]; byte !== undefined && byte >= 48 && byte <= 57; byte = csv[++at]) number = number * 10 + (byte - 48);
  // A leading zero would give a number two spellings, and a list two forms.
  if (at === start || csv[start] === 48 || number > Number.MAX_SAFE_INTEGER || csv[at] !== COMMA) return undefined;
  const end = at + 1 + TAG;
  for (at++; at < end; at++) if (!isHexDigit(csv[at])) return undefined;
  return csv[end] === LF ? { number, next: end + 1 } : undefined;
}

function isHexDigit(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102));
}

/** Sorts by number. @throws a RangeError for no entry, a malformed one, or a duplicate number */
export function writeEntries(entries: Iterable<Entry>): EntryList {
  const sorted = [...entries];
  if (!isAscending(sorted)) sorted.sort((a, b) => a.number - b.number);
  const list = readEntries(new TextEncoder().encode(sorted.map((entry) => `${entryLine(entry)}\n`).join("")));
  if (!list.ok) throw new RangeError(`entries: ${list.error}, line ${list.line}`);
  return list.value;
}

/** Database rows mostly come sorted; checking is cheaper than sorting a million of them. */
function isAscending(entries: readonly Entry[]): boolean {
  return entries.every((entry, i) => i === 0 || (entries[i - 1]?.number ?? 0) < entry.number);
}
