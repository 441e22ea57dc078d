/** A list has one canonical form, and the reader refuses every other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryLine, readEntries, writeEntries } from "./entry-list.ts";

const tagA = "0123456789abcdef0123456789abcdef";
const tagB = "fedcba9876543210fedcba9876543210";
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (list: { csv: Uint8Array }) => new TextDecoder().decode(list.csv);

const entries = fc.uniqueArray(
  fc.record({
    number: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    tag: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((tag) => Buffer.from(tag).toString("hex")),
  }),
  { selector: ({ number }) => number, minLength: 1, maxLength: 40 },
);

describe("writing the list", () => {
  it("gives one line for each ticket, sorted as numbers and not as words", () => {
    const list = writeEntries([
      { number: 10, tag: tagA },
      { number: 9, tag: tagB },
    ]);
    expect(text(list)).toBe(`9,${tagB}\n10,${tagA}\n`);
  });

  it("does not depend on the order of the tickets", () => {
    fc.assert(
      fc.property(
        entries.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          expect(text(writeEntries(shuffled))).toBe(text(writeEntries(list)));
        },
      ),
    );
  });

  it.each([
    ["no entry", []],
    [
      "two entries with one number",
      [
        { number: 1, tag: tagA },
        { number: 1, tag: tagB },
      ],
    ],
    ["number 0", [{ number: 0, tag: tagA }]],
    ["half a number", [{ number: 1.5, tag: tagA }]],
    ["a tag in capitals", [{ number: 1, tag: tagA.toUpperCase() }]],
    ["a short tag", [{ number: 1, tag: tagA.slice(2) }]],
  ])("refuses %s", (_, bad) => {
    expect(() => writeEntries(bad)).toThrow(RangeError);
  });
});

describe("reading the list", () => {
  it("returns every entry, by index, by number and by tag", () => {
    fc.assert(
      fc.property(entries, (given) => {
        const list = writeEntries(given);
        const sorted = [...given].sort((a, b) => a.number - b.number);
        expect(list.length).toBe(given.length);
        for (const [i, entry] of sorted.entries()) {
          expect(list.entry(i)).toEqual(entry);
          expect(new TextDecoder().decode(list.line(i))).toBe(entryLine(entry));
          expect(list.indexOfNumber(entry.number)).toBe(i);
          expect(list.entry(list.indexOfTag(entry.tag)).tag).toBe(entry.tag);
        }
      }),
    );
  });

  it("finds nothing outside the list", () => {
    const list = writeEntries([{ number: 5, tag: tagA }]);
    expect([list.indexOfNumber(4), list.indexOfNumber(6), list.indexOfTag(tagB), list.indexOfTag("5")]).toEqual([-1, -1, -1, -1]);
    expect(() => list.line(1)).toThrow(RangeError);
    expect(() => list.entry(-1)).toThrow(RangeError);
  });

  it.each([
    ["", "empty", 1],
    ["\n", "malformed_line", 1],
    [`1,${tagA}`, "malformed_line", 1],
    [`1,${tagA}\n2,${tagB}`, "malformed_line", 2],
    [`1,${tagA}\r\n`, "malformed_line", 1],
    [`number,tag\n1,${tagA}\n`, "malformed_line", 1],
    [`01,${tagA}\n`, "malformed_line", 1],
    [`0,${tagA}\n`, "malformed_line", 1],
    [`-1,${tagA}\n`, "malformed_line", 1],
    [`9007199254740993,${tagA}\n`, "malformed_line", 1],
    [`1, ${tagA}\n`, "malformed_line", 1],
    [`1,${tagA}0\n`, "malformed_line", 1],
    [`1,${tagA.toUpperCase()}\n`, "malformed_line", 1],
    [`1,${tagA}\n\n`, "malformed_line", 2],
    [`2,${tagA}\n1,${tagB}\n`, "not_ascending", 2],
    [`1,${tagA}\n1,${tagB}\n`, "not_ascending", 2],
  ])("refuses %j: %s in line %d", (csv, error, line) => {
    expect(readEntries(bytes(csv))).toEqual({ ok: false, error, line });
  });
});
