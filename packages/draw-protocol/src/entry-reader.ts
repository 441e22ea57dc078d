/** Reads `entries.csv` while it arrives: checks, hashes and adds each line to the tree at once. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type EntriesProblem, EntryList, readLine } from "./entry-list.ts";
import { MerkleBlocks } from "./merkle-blocks.ts";
import type { MerklePath } from "./merkle.ts";

const LF = 10;
/** The shortest line is `1,` with its tag and line end. */
const SHORTEST = 35;

/** Push the file's pieces in order, then call `finish`. A million entries take about 60 MB. */
export class EntryReader {
  #csv: Uint8Array;
  #starts: Uint32Array;
  #numbers: Float64Array;
  #filled = 0;
  #lines = 0;
  #problem: EntriesProblem | undefined;
  readonly #hash = sha256.create();
  readonly #tree = new MerkleBlocks();

  /** @param expectedBytes the file's size if it is known; the actual size may differ */
  constructor(expectedBytes = 65_536) {
    this.#csv = new Uint8Array(expectedBytes);
    const lines = Math.ceil(expectedBytes / SHORTEST);
    this.#starts = new Uint32Array(lines + 1);
    this.#numbers = new Float64Array(lines);
  }

  get lines(): number {
    return this.#lines;
  }

  push(chunk: Uint8Array): void {
    this.#makeRoom(chunk.length);
    this.#csv.set(chunk, this.#filled);
    const from = this.#filled;
    this.#filled += chunk.length;
    this.#hash.update(chunk);
    for (let end = from + chunk.indexOf(LF); end >= from && !this.#problem;) {
      this.#take();
      const next = chunk.indexOf(LF, end - from + 1);
      end = next < 0 ? -1 : from + next;
    }
  }

  /** The whole list, or the same problem that `readEntries` reports for the whole file. */
  finish(): { readonly ok: true; readonly value: EntryList } | EntriesProblem {
    if (this.#problem) return this.#problem;
    if (this.#filled === 0) return { ok: false, error: "empty", line: 1 };
    if (this.#starts[this.#lines] !== this.#filled) return { ok: false, error: "malformed_line", line: this.#lines + 1 };
    const [starts, numbers] = [this.#starts.subarray(0, this.#lines + 1), this.#numbers.subarray(0, this.#lines)];
    const known = { sha256: bytesToHex(this.#hash.clone().digest()), root: this.#tree.root() };
    return { ok: true, value: new EntryList(this.#csv.subarray(0, this.#filled), starts, numbers, known) };
  }

  /** The inclusion path of a line of the finished list. */
  path(list: EntryList, index: number): MerklePath {
    return this.#tree.path(index, (i) => list.line(i));
  }

  #take(): void {
    const start = this.#starts[this.#lines] ?? 0;
    const line = this.#lines + 1;
    const read = readLine(this.#csv, start);
    if (!read) this.#problem = { ok: false, error: "malformed_line", line };
    else if (this.#lines > 0 && read.number <= (this.#numbers[this.#lines - 1] ?? 0))
      this.#problem = { ok: false, error: "not_ascending", line };
    else {
      this.#tree.add(this.#csv.subarray(start, read.next - 1));
      this.#numbers[this.#lines] = read.number;
      this.#lines = line;
      this.#starts[line] = read.next;
    }
  }

  #makeRoom(bytes: number): void {
    if (this.#filled + bytes <= this.#csv.length) return;
    const size = Math.max(this.#filled + bytes, this.#csv.length * 2);
    const [csv, lines] = [new Uint8Array(size), Math.ceil(size / SHORTEST)];
    csv.set(this.#csv.subarray(0, this.#filled));
    const [starts, numbers] = [new Uint32Array(lines + 1), new Float64Array(lines)];
    starts.set(this.#starts.subarray(0, this.#lines + 1));
    numbers.set(this.#numbers.subarray(0, this.#lines));
    [this.#csv, this.#starts, this.#numbers] = [csv, starts, numbers];
  }
}
