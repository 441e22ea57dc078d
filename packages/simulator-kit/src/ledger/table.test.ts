/** A table's pages equal those of a plain implementation. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Table } from "./table.ts";

type Row = { readonly id: string; readonly created: number; readonly even: boolean };

const steps = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 });
const bound = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });

test("pages equal filtering, sorting and slicing", () => {
  fc.assert(
    fc.property(
      steps,
      fc.record({ gt: bound, gte: bound, lt: bound, lte: bound }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 29 }),
      fc.constantFrom("none", "after", "before"),
      fc.boolean(),
      (gaps, { gt, gte, lt, lte }, limit, at, cursor, evenOnly) => {
        const table = new Table<Row>();
        let created = 0;
        const rows = gaps.map((gap, index) => {
          created += gap;
          return { id: `id${index}`, created, even: index % 2 === 0 };
        });
        for (const row of rows) table.put(row, 0);
        const pivot = cursor === "none" ? undefined : rows[at % Math.max(1, rows.length)];
        const inside = rows.filter(
          (row) =>
            (gt === undefined || row.created > gt) &&
            (gte === undefined || row.created >= gte) &&
            (lt === undefined || row.created < lt) &&
            (lte === undefined || row.created <= lte) &&
            (!evenOnly || row.even),
        );
        const place = (row: Row) => rows.findIndex(({ id }) => id === row.id);
        const beyond =
          pivot === undefined
            ? inside
            : inside.filter((row) => (cursor === "after" ? place(row) < place(pivot) : place(row) > place(pivot)));
        const wanted =
          cursor === "before" && pivot !== undefined ? beyond.slice(0, limit).reverse() : beyond.toReversed().slice(0, limit);
        const page = table.page({
          limit,
          created: Object.fromEntries(Object.entries({ gt, gte, lt, lte }).filter(([, value]) => value !== undefined)),
          ...(evenOnly && { where: (row: Row) => row.even }),
          ...(pivot && (cursor === "after" ? { startingAfter: pivot.id } : { endingBefore: pivot.id })),
        });
        expect(page.data).toEqual(wanted);
        expect(page.hasMore).toBe(beyond.length > limit);
      },
    ),
  );
});

test("a replaced record keeps its position", () => {
  const table = new Table<Row>();
  for (const id of ["a", "b", "c"]) table.put({ id, created: 1, even: false }, 1);
  table.put({ id: "a", created: 1, even: true }, 7);
  expect(table.values().map(({ id, even }) => [id, even])).toEqual([
    ["a", true],
    ["b", false],
    ["c", false],
  ]);
  expect(table.lastWrite("a")).toBe(7);
});

test("a record with an earlier time is inserted in order, after those of the same second", () => {
  const table = new Table<Row>();
  const rows: [string, number][] = [
    ["a", 5],
    ["b", 9],
    ["c", 2],
    ["d", 5],
  ];
  for (const [id, created] of rows) table.put({ id, created, even: false }, 1);
  table.put({ id: "a", created: 5, even: true }, 2);
  expect(table.values().map(({ id }) => id)).toEqual(["c", "a", "d", "b"]);
  expect(table.page({ limit: 2, created: { lte: 5 } })).toMatchObject({
    data: [{ id: "d" }, { id: "a", even: true }],
    hasMore: true,
  });
  expect(table.page({ limit: 9, startingAfter: "d" }).data.map(({ id }) => id)).toEqual(["a", "c"]);
});
