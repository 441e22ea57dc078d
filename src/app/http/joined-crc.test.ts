/** A page's checksum is made from those of its pieces. */
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { joinCrc, shiftBy } from "./joined-crc.ts";

it("the checksum of two pieces is that of their bytes together, whatever they are", () => {
  const bytes = fc.uint8Array({ maxLength: 3000 });
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const joined = joinCrc(crc32(first), crc32(second), shiftBy(second.length));
      expect(joined).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});

it("however long they are", () => {
  for (const length of [65_535, 65_536, 1_000_003]) {
    const [first, second] = [Buffer.alloc(70_000, "é"), Buffer.alloc(length, "page ")];
    expect(joinCrc(crc32(first), crc32(second), shiftBy(length))).toBe(crc32(second, crc32(first)));
  }
});
