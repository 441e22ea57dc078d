/** The digest of a streamed list that is stored elsewhere (steps 2 and 3), in constant memory. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { readEntries } from "./entry-list.ts";
import { BLOCK_LINES, MerkleBlocks } from "./merkle-blocks.ts";
import { hashTree, merkleTree } from "./merkle-tree.ts";
import type { MerklePath } from "./merkle.ts";

/** `BLOCK_LINES` lines. `firstTicket` is the number in the first of them, `root` the hex of 32 bytes. */
export type Block = { readonly firstTicket: number; readonly root: string };

/** `sha256` is of the whole file. `pathThroughBlock` computes a line's path from `blocks`. */
export type ListDigest = {
  readonly n: number;
  readonly sha256: string;
  readonly root: string;
  readonly blocks: readonly Block[];
};

/** Takes `entries.csv` in pieces of whole lines. */
export class ListDigester {
  readonly #file = sha256.create();
  readonly #tree = new MerkleBlocks();
  readonly #firstTickets: number[] = [];
  #lastTicket = 0;
  #n = 0;

  /** @throws a RangeError for a piece that is empty, malformed or out of order */
  add(csv: Uint8Array): void {
    const piece = readEntries(csv);
    if (!piece.ok) throw new RangeError(`entries: ${piece.error}, line ${this.#n + piece.line}`);
    const { value } = piece;
    if (value.entry(0).number <= this.#lastTicket) throw new RangeError(`entries: not_ascending, line ${this.#n + 1}`);
    this.#lastTicket = value.entry(value.length - 1).number;
    this.#file.update(csv);
    for (let i = 0; i < value.length; i++, this.#n++) {
      if (this.#n % BLOCK_LINES === 0) this.#firstTickets.push(value.entry(i).number);
      this.#tree.add(value.line(i));
    }
  }

  /** Call it once. @throws a RangeError without lines */
  finish(): ListDigest {
    const roots = this.#tree.blocks();
    return {
      n: this.#n,
      sha256: bytesToHex(this.#file.digest()),
      root: this.#tree.root(),
      blocks: this.#firstTickets.map((firstTicket, i) => ({ firstTicket, root: bytesToHex(roots[i] ?? new Uint8Array()) })),
    };
  }
}

/** The inclusion path of the line at `listIndex`. Throws a RangeError outside the list. */
export function pathThroughBlock(at: {
  listIndex: number;
  lines: readonly Uint8Array[];
  blocks: readonly Pick<Block, "root">[];
}): MerklePath {
  const { listIndex, lines, blocks } = at;
  const within = merkleTree(lines, lines.length).path(listIndex % BLOCK_LINES);
  const roots = blocks.map((block) => hexToBytes(block.root));
  return [...within, ...hashTree(roots, roots.length).path(Math.floor(listIndex / BLOCK_LINES))];
}
