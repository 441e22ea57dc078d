import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BOUGHT_STATES,
  CANCEL_REASONS,
  COMPLAINT_OUTCOMES,
  DISPUTE_STANDINGS,
  FREE_ORDER_STATES,
  HOLDING_STATES,
  LOTTERY_STATUSES,
  ORDER_STATES,
  PAID_ORDER_STATES,
  REFUND_CAUSES,
  REFUND_STATES,
  SALES_STATES,
} from "#shared/states.ts";
import { copyTemplate } from "../ctx.fixture.ts";

let database: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  database = await copyTemplate();
});
afterAll(() => database.drop());

async function checks(): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client
    .query<{ name: string; check: string }>(
      "SELECT conname AS name, pg_get_constraintdef(oid) AS check FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace",
    )
    .finally(() => client.end());
  return new Map(rows.map(({ name, check }) => [name, check]));
}
const words = (text: string | undefined) => [...(text ?? "").matchAll(/'(\w+)'::text/g)].map(([, word]) => word).toSorted();

describe("each list", () => {
  it.each<[check: string, list: readonly string[]]>([
    ["lotteries_status_check", LOTTERY_STATUSES],
    ["lotteries_sales_state_check", SALES_STATES],
    ["lotteries_cancel_reason_check", CANCEL_REASONS],
    ["refunds_state_check", REFUND_STATES],
    ["refunds_reason_check", Object.keys(REFUND_CAUSES)],
    ["disputes_standing_check", DISPUTE_STANDINGS],
    ["complaints_outcome_check", COMPLAINT_OUTCOMES],
    ["orders_known_state", ["paid", "free", ...ORDER_STATES]],
    ["orders_hold_has_end", HOLDING_STATES],
  ])("%s of the tables says the same", async (name, list) => {
    expect(words((await checks()).get(name))).toEqual(list.toSorted());
  });

  it("classifies refunds like the table's by_shop", async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client
      .query<{ rule: string }>(
        `SELECT pg_get_expr(d.adbin, d.adrelid) AS rule FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
         WHERE d.adrelid = 'refunds'::regclass AND a.attname = 'by_shop'`,
      )
      .finally(() => client.end());
    const elsewhere = Object.entries(REFUND_CAUSES).flatMap(([cause, by]) => (by === "elsewhere" ? [cause] : []));
    expect(words(rows[0]?.rule)).toEqual(elsewhere.toSorted());
  });
});

type Texts = { readonly [key: string]: Texts | string };
const camel = (state: string) => state.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe.each(["en", "fr"])("the texts in %s", (locale) => {
  const keysAt = async (file: string, ...path: string[]) => {
    const texts = JSON.parse(await readFile(join(import.meta.dirname, `../../../public/locales/${locale}/${file}.json`), "utf8"));
    const at = path.reduce<Texts>((part, key) => part[key] as Texts, texts);
    return Object.keys(at);
  };

  it("have a label for each status, and for no other", async () => {
    expect((await keysAt("admin", "status")).toSorted()).toEqual(LOTTERY_STATUSES.toSorted());
  });

  it("have a sentence for each reason of cancelling a draw, on its page, in mails and in the back office", async () => {
    const reasons = CANCEL_REASONS.toSorted();
    expect((await keysAt("lottery", "cancelReasons")).toSorted()).toEqual(reasons);
    expect((await keysAt("mails", "cancelReasons")).toSorted()).toEqual(reasons);
    expect((await keysAt("admin-lotteries", "lotteries", "cancelReasons")).toSorted()).toEqual(reasons);
  });

  it("have a label for each state of an order, besides those of its refunds and disputes", async () => {
    const shown = ["disputed", "refundSent", "refundFailed"];
    expect((await keysAt("admin", "orderState")).toSorted()).toEqual([...ORDER_STATES.map(camel), ...shown].toSorted());
    expect(await keysAt("admin-orders", "order", "steps")).toEqual(expect.arrayContaining([...ORDER_STATES]));
  });

  it("have a sentence for each reason of a refund, in the back office and, where the payment bought nothing, for the buyer", async () => {
    expect((await keysAt("admin-orders", "order", "causes")).toSorted()).toEqual(Object.keys(REFUND_CAUSES).toSorted());
    const immediate = Object.entries(REFUND_CAUSES).flatMap(([cause, by]) => (by === "at_once" ? [cause] : []));
    expect(await keysAt("success", "refund")).toEqual(expect.arrayContaining([...immediate, "cancelled"]));
  });

  it("have a label for each standing of a dispute", async () => {
    expect(await keysAt("admin-orders", "disputes", "standings")).toEqual(expect.arrayContaining([...DISPUTE_STANDINGS]));
  });
});

it("each state of an order is in one group", () => {
  expect(new Set(ORDER_STATES).size).toBe(ORDER_STATES.length);
  expect([...HOLDING_STATES, "expired", ...BOUGHT_STATES]).toEqual([...PAID_ORDER_STATES]);
  expect([...PAID_ORDER_STATES, ...FREE_ORDER_STATES]).toEqual([...ORDER_STATES]);
});
