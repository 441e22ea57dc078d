import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findBreaches } from "./check-tables.ts";
import { LAYERS } from "./layers.ts";
import { OWNERS, WRITERS } from "./tables.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** The breaches of a project of these files, each by its statement. */
function breaches(files: Record<string, string>, exceptions = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), "tables-"));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findBreaches(root, { makers: [], exceptions: {}, ...exceptions });
}

/** A template's placeholder. */
const PLACEHOLDER = ["$", "{name}"].join("");
const STOCK = WRITERS.lotteries ?? "";
const TICKETS = WRITERS.tickets ?? "";
const ORDERS = "src/features/orders/server/some-store.ts";
const DRAWS = "src/features/draws/server/some-store.ts";
const LOTTERIES = "src/features/lotteries/server/some-store.ts";

test("accepts a project without breaches", () => {
  expect(
    breaches({
      [STOCK]: 'db.updateTable("lotteries").set({}); sql`UPDATE lotteries l SET winner_id = NULL`; db.deleteFrom("lotteries");',
      [TICKETS]: `sql\`WITH lottery AS (${PLACEHOLDER}) INSERT INTO tickets (n) SELECT 1 FROM lottery\`; sql\`UPDATE tickets SET void_at = now()\`;`,
      [ORDERS]:
        "// UPDATE lotteries is for others\nsql`SELECT id FROM lotteries FOR UPDATE`; sql`UPDATE orders SET n = 1 FROM lotteries`; db.selectFrom('tickets as t');",
      [DRAWS]:
        "sql`INSERT INTO draws AS d (n) SELECT 1 FROM tickets ON CONFLICT (n) DO UPDATE SET n = 2`; db.updateTable('draws as d');",
      "src/app/invariants.ts": 'export const broken = "SELECT FROM mails JOIN users ON true";',
      "src/features/orders/server/some.test.ts": "sql`UPDATE lotteries SET status = 'drawn'`;",
      "src/features/accounts/shop/some.tsx": 'export const text = "Update your tickets";',
    }),
  ).toEqual([]);
});

test.each([
  ["UPDATE lotteries SET a = 1"],
  ["update  lotteries set a = 1"],
  ["UPDATE ONLY public.lotteries SET a = 1"],
  ['UPDATE "public"."lotteries" AS l SET a = 1'],
  ["UPDATE\n  lotteries l SET a = 1"],
  ["UPDATE /* quietly */ lotteries SET a = 1"],
  ["UPDATE -- quietly\n lotteries SET a = 1"],
  ["WITH x AS (INSERT INTO lotteries (a) VALUES (1)) SELECT FROM x"],
  ["DELETE FROM lotteries"],
  ["DELETE FROM ONLY lotteries"],
  ["TRUNCATE orders, lotteries"],
  ["TRUNCATE TABLE lotteries"],
  ["MERGE INTO lotteries USING orders ON true WHEN MATCHED THEN DELETE"],
  [`SELECT 1; UPDATE lotteries SET a = ${PLACEHOLDER} WHERE id = ${PLACEHOLDER}`],
])("%j is for one store", (statement) => {
  const told = [`${ORDERS}:1 writes lotteries, which ${STOCK} does`];
  expect(breaches({ [ORDERS]: `sql\`${statement}\`;` })).toEqual(told);
  if (!statement.includes("$")) expect(breaches({ [ORDERS]: `pool.query(${JSON.stringify(statement)});` })).toEqual(told);
});

test.each([
  ['db.updateTable("tickets")'],
  ['db.updateTable("tickets as t")'],
  ['db.updateTable(["tickets as t"])'],
  ["tx.insertInto(`tickets`)"],
  ['tx\n.deleteFrom("tickets")'],
  ['db.with("x", (eb) => eb.mergeInto("tickets"))'],
])("%s is for one store", (call) => {
  expect(breaches({ [DRAWS]: call })).toEqual([`${DRAWS}:1 writes tickets, which ${TICKETS} does`]);
});

test.each([
  ["db.updateTable(name)"],
  [`sql\`UPDATE ${PLACEHOLDER} SET a = 1\``],
  [`sql\`DELETE FROM ${PLACEHOLDER}\``],
  [`pool.query(\`TRUNCATE ${PLACEHOLDER}\`)`],
])("%s says which table it writes", (call) => {
  expect(breaches({ [LOTTERIES]: call })).toEqual([`${LOTTERIES}:1 does not say which table it writes`]);
});

test.each([
  ["sql`SELECT FROM lotteries l JOIN orders o ON true`", "orders of orders"],
  ["sql`SELECT FROM lotteries l, draws d`", "draws of draws"],
  ["sql`SELECT ticket_stands(l.id, 1) FROM lotteries l`", "ticket_stands of draws"],
  ['db.selectFrom("orders as o")', "orders of orders"],
  ['db.selectFrom(["lotteries", "orders as o"])', "orders of orders"],
  ['db.selectFrom("lotteries").leftJoin("draws as d", "d.lottery_id", "id")', "draws of draws"],
  ['db.insertInto("mails")', "mails of mail"],
])("%s looks up", (call, whose) => {
  expect(breaches({ [LOTTERIES]: call })).toEqual([`${LOTTERIES}:1 looks into ${whose}`]);
});

test("permits a listed exception, and reports it once it is not needed", () => {
  const files = { [LOTTERIES]: 'db.selectFrom("orders")', "demo/makers.ts": 'db.insertInto("tickets")' };
  const exceptions = { [LOTTERIES]: "orders" };
  expect(breaches(files, { exceptions, makers: ["demo/makers.ts"] })).toEqual([]);
  expect(breaches({ [LOTTERIES]: "" }, { exceptions, makers: ["demo/makers.ts"] })).toEqual([
    "demo/makers.ts is a maker no more",
    `${LOTTERIES} looks into orders no more`,
  ]);
});

test("every owner is a layer", () => {
  expect([...new Set(OWNERS.values())].filter((owner) => owner !== "platform" && !LAYERS.includes(owner))).toEqual([]);
});
