/** The digest of a streamed list equals that of the whole file. */
import { describe, expect, it } from "vitest";
import { QUICKNET } from "./chain.ts";
import { commitTo, commitToDigest } from "./commitment.ts";
import { writeEntries } from "./entry-list.ts";
import { ListDigester, pathThroughBlock } from "./list-digest.ts";
import { BLOCK_LINES } from "./merkle-blocks.ts";
import { verifyPath } from "./merkle.ts";

/** Every third number is missing, as void tickets are. */
function listOf(n: number) {
  const entries = Array.from({ length: n }, (_, i) => ({
    number: i + 1 + Math.floor(i / 2),
    tag: (i + 1).toString(16).padStart(32, "0"),
  }));
  return writeEntries(entries);
}

/** The list in pieces of `size` lines. */
function digestOf(list: ReturnType<typeof listOf>, size: number) {
  const digester = new ListDigester();
  for (let from = 0; from < list.length; from += size) {
    const lines = Array.from({ length: Math.min(size, list.length - from) }, (_, i) => list.line(from + i));
    digester.add(Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
  }
  return digester.finish();
}

describe("a streamed list", () => {
  it.each([1, 2, 1023, 1024, 1025, 2048, 3000])("of %d lines has the digest of the whole file, however it was cut", (n) => {
    const list = listOf(n);
    const draw = { drawId: "d", closedAt: 1_700_000_000, chain: QUICKNET, prizeSha256: "ab".repeat(32) };
    for (const size of [700, 1024, 5000]) {
      const digest = digestOf(list, size);
      expect(commitToDigest({ ...draw, list: digest })).toEqual(commitTo({ ...draw, entries: list }));
      expect(digest.blocks.map((block) => block.firstTicket)).toEqual(
        Array.from({ length: Math.ceil(n / BLOCK_LINES) }, (_, i) => list.entry(i * BLOCK_LINES).number),
      );
    }
  });

  it.each([1, 1024, 1025, 2500, 5000])("of %d lines: a block and the roots of the others lead to the root", (n) => {
    const list = listOf(n);
    const { root, blocks } = digestOf(list, 5000);
    for (const listIndex of [0, 1, 1023, 1024, n - 2, n - 1].filter((index) => index >= 0 && index < n)) {
      const first = listIndex - (listIndex % BLOCK_LINES);
      const lines = Array.from({ length: Math.min(BLOCK_LINES, n - first) }, (_, i) => list.line(first + i));
      const inclusion = { line: list.line(listIndex), index: listIndex, n };
      const path = pathThroughBlock({ listIndex, lines, blocks });
      expect(verifyPath({ ...inclusion, path }, root)).toBe(true);
      const altered = blocks.map((block, i) => (i === Math.floor(listIndex / BLOCK_LINES) ? block : { root: "00".repeat(32) }));
      if (blocks.length > 1)
        expect(verifyPath({ ...inclusion, path: pathThroughBlock({ listIndex, lines, blocks: altered }) }, root)).toBe(false);
    }
  });

  it("is refused if out of order, also between pieces, and if it is empty", () => {
    const [one, two] = ["1", "2"].map((number) => Buffer.from(`${number},${"a".repeat(32)}\n`));
    const digester = new ListDigester();
    digester.add(two ?? new Uint8Array());
    expect(() => digester.add(one ?? new Uint8Array())).toThrow("not_ascending, line 2");
    expect(() => digester.add(Buffer.from("3,short\n"))).toThrow("malformed_line, line 2");
    expect(() => new ListDigester().finish()).toThrow(RangeError);
  });
});
