import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACCOUNTS } from "#shared/accounts.ts";
import {
  CANCEL_REASONS,
  DISPUTE_STANDINGS,
  DOCUMENT_KINDS,
  ENTRY_KINDS,
  LOTTERY_STATUSES,
  MOVE_KINDS,
  ORDER_STATES,
  PAYOUT_STATES,
  REFUND_CAUSES,
  REFUND_STATES,
  SALES_STATES,
  VAT_GROUPS,
} from "#shared/states.ts";
import { copyTemplate } from "../ctx.fixture.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CODEGEN = join(ROOT, "node_modules/kysely-codegen/dist/cli/bin.js");

let database: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  database = await copyTemplate();
});
afterAll(() => database.drop());

it("the generated types are up to date (npm run db:types)", async () => {
  const args = [...(process.env.DB_TYPES === "write" ? [] : ["--verify"]), "--url", database.url];
  await expect(promisify(execFile)(process.execPath, [CODEGEN, ...args], { cwd: ROOT })).resolves.toBeDefined();
});

/** The lists of src/shared/states.ts by the names of their types. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  LotteryStatus: LOTTERY_STATUSES,
  SalesState: SALES_STATES,
  OrderState: ORDER_STATES,
  RefundState: REFUND_STATES,
  RefundCause: Object.keys(REFUND_CAUSES),
  DisputeStanding: DISPUTE_STANDINGS,
  CancelReason: CANCEL_REASONS,
  MoveKind: MOVE_KINDS,
  PayoutState: PAYOUT_STATES,
  EntryKind: ENTRY_KINDS,
  DocumentKind: DOCUMENT_KINDS,
  VatGroup: VAT_GROUPS,
  Account: ACCOUNTS,
};

it("columns with check constraints have the matching union types in .kysely-codegenrc.json", async () => {
  const { overrides } = JSON.parse(await readFile(join(ROOT, ".kysely-codegenrc.json"), "utf8")) as {
    overrides: { columns: Record<string, string> };
  };
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client
    .query<{ table: string; check: string }>(
      `SELECT c.relname AS table, pg_get_constraintdef(k.oid) AS check FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
       WHERE k.contype = 'c' AND k.connamespace = 'public'::regnamespace`,
    )
    .finally(() => client.end());
  const words = (text: string, quote: string) =>
    [...new Set([...text.matchAll(new RegExp(`${quote}(\\w+(?:-\\w+)*)${quote}`, "g"))].map(([, word]) => word))].toSorted();
  const allowed = (table: string, column: string) =>
    rows
      .filter((row) => row.table === table)
      .flatMap(({ check }) =>
        [...check.matchAll(new RegExp(`\\(${column} = ANY \\(ARRAY\\[(.*?)\\]`, "g"))].map(([, list]) => list),
      )
      .join();
  expect(Object.keys(overrides.columns).length).toBeGreaterThan(10);
  for (const [name, type] of Object.entries(overrides.columns)) {
    const [table = "", column = ""] = name.split(".");
    const named = LISTS[/\.(\w+)>?(?: \| null)?$/.exec(type)?.[1] ?? ""];
    expect(named?.toSorted() ?? words(type, '"'), name).toEqual(words(allowed(table, column), "'"));
  }
});
