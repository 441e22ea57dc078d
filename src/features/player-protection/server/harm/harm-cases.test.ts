/** Signs of harm: detection, the steps of staff, permissions and deletion. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { setSpendingLimit } from "../change-safer-play.ts";
import { exportHarmCases, listCases, showCase } from "./list-harm-cases.ts";
import { takeCaseStep } from "./take-case-step.ts";
import { forgetHarmCases, watchPlay } from "./watch-play.ts";

const DAY_MS = 86_400_000;
const COMMAND: Actor = { kind: "command" };
let ctx: TestCtx;
let lottery: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  lottery = await makeLottery(ctx);
});
// Past orders without tickets.
afterAll(() => ctx.close({ broken: ["paid-has-tickets"] }));

const ctxAfterDays = (days: number): TestCtx => {
  const at = new Date(ctx.now().getTime() + days * DAY_MS);
  return Object.assign(Object.create(ctx) as TestCtx, { now: () => at });
};
const player = async () => (await registered(ctx)).userId;
let made = 0;
async function bought(userId: string, daysAgo: number, total: number): Promise<string> {
  const at = new Date(ctx.now().getTime() - daysAgo * DAY_MS);
  const { id } = await ctx.db
    .insertInto("orders")
    .values({
      kind: "paid",
      state: "paid",
      lottery_id: lottery,
      user_id: userId,
      quantity: 1,
      unit_price_pence: total,
      total_pence: total,
      captured_pence: total,
      payment_intent_id: `pi_care_${++made}`,
      created_at: at,
      settled_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
async function raise(userId: string, times: number, of: TestCtx = ctx) {
  await setSpendingLimit(of, userId, pence(1000));
  for (let i = 0; i < times; i++) await setSpendingLimit(of, userId, pence(2000 + i) as Pence);
}
async function caseOf(userId: string, view: "open" | "closed" = "open") {
  const listed = await listCases(ctx, COMMAND, { view, page: 1 });
  return listed.ok ? listed.value.cases.find((one) => one.userId === userId) : undefined;
}
const kinds = async (userId: string) => (await caseOf(userId))?.signs.map(({ kind, found, against }) => [kind, found, against]);

describe("the daily check", () => {
  it("lists a player for three limit raises in 30 days, but not for two, nor for three long ago", async () => {
    const [three, two, old] = [await player(), await player(), await player()];
    await raise(three, 3);
    await raise(two, 2);
    await raise(old, 3, ctxAfterDays(-31));
    await watchPlay(ctx);
    expect(await kinds(three)).toEqual([["limit_raises", 3, 3]]);
    expect(await kinds(two)).toBeUndefined();
    expect(await kinds(old)).toBeUndefined();
    const alerts = await ctx.db.selectFrom("alerts").select(["facts", "times"]).where("kind", "=", "signs_of_harm").execute();
    expect(alerts).toEqual([{ facts: { rows: 1 }, times: 1 }]);
    await watchPlay(ctx);
    const again = await ctx.db.selectFrom("alerts").select("times").where("kind", "=", "signs_of_harm").execute();
    expect(again).toEqual([{ times: 1 }]);
  });

  it("finds a rise in spending, but not a first purchase or a small one", async () => {
    const [rising, first, small, steady] = [await player(), await player(), await player(), await player()];
    for (const daysAgo of [40, 70, 100]) {
      await bought(rising, daysAgo, 5_000);
      await bought(small, daysAgo, 100);
      await bought(steady, daysAgo, 10_000);
    }
    await bought(rising, 2, 15_000);
    await bought(first, 2, 90_000);
    await bought(small, 2, 9_999);
    await bought(steady, 2, 29_900);
    await watchPlay(ctx);
    expect(await kinds(rising)).toEqual([["spend_rise", 15_000, 5_000]]);
    for (const other of [first, small, steady]) expect(await kinds(other)).toBeUndefined();
  });

  it("finds many purchases in a day, declined payments in a day, and a limit reached in several months", async () => {
    const [busy, declined, limited] = [await player(), await player(), await player()];
    for (let i = 0; i < 10; i++) await bought(busy, 3, 100);
    const order = await bought(declined, 3, 100);
    const at = new Date(ctx.now().getTime() - 2 * DAY_MS);
    for (let i = 0; i < 5; i++)
      await ctx.db
        .insertInto("payment_events")
        .values({
          id: `evt_care_${i}`,
          kind: "declined",
          type: "payment_intent.payment_failed",
          object_id: "pi_x",
          order_id: order,
          created_at: at,
          processed_at: at,
        })
        .execute();
    await setSpendingLimit(ctxAfterDays(-100), limited, pence(1_000));
    for (const daysAgo of [0, 31]) await bought(limited, daysAgo, 900);
    await watchPlay(ctx);
    expect(await kinds(busy)).toEqual([["many_orders", 10, 10]]);
    expect(await kinds(declined)).toEqual([["declines", 5, 5]]);
    expect(await kinds(limited)).toEqual([["limit_reached", 2, 2]]);
  });
});

describe("a case", () => {
  it("sends one message if a form is sent twice, or by two members of staff at once", async () => {
    const id = await player();
    await raise(id, 3);
    await watchPlay(ctx);
    const { id: caseId = "" } = (await caseOf(id)) ?? {};
    const step = (kind: string, words = "") => takeCaseStep(ctx, COMMAND, caseId, { kind, words, outcome: "" });
    const all = await Promise.all([step("message"), step("message"), step("note", "Called."), step("note", "Called.")]);
    expect(all.every(({ ok }) => ok)).toBe(true);
    expect(await step("note", "Called again.")).toMatchObject({ ok: true });
    const shown = await showCase(ctx, COMMAND, caseId);
    expect(shown.ok && shown.value.steps.map(({ kind }) => kind).toSorted()).toEqual(["message", "note", "note"]);
  });

  it("stores identical notes of a colleague, or from minutes later, as separate notes", async () => {
    const id = await player();
    await raise(id, 3);
    await watchPlay(ctx);
    const { id: caseId = "" } = (await caseOf(id)) ?? {};
    const colleague = await player();
    await ctx.db.insertInto("admin_user").values({ id: colleague, role: "support" }).execute();
    const step = (kind: string, days: number, actor: Actor = COMMAND) =>
      takeCaseStep(ctxAfterDays(days), actor, caseId, { kind, words: "Called, no answer.", outcome: "" });
    for (const kind of ["note", "message"]) {
      for (const days of [0, 40 / 1440]) expect(await step(kind, days)).toMatchObject({ ok: true });
      expect(await step(kind, 40 / 1440, { kind: "admin", id: colleague })).toMatchObject({ ok: true });
    }
    const shown = await showCase(ctx, COMMAND, caseId);
    expect(shown.ok && shown.value.steps.map(({ kind }) => kind).toSorted()).toEqual(["message", "note", "note", "note"]);
    await ctx.db.deleteFrom("admin_user").where("id", "=", colleague).execute();
  });

  it("logs notes, a message and the end without their words; its signs open no second case", async () => {
    const id = await player();
    await raise(id, 3);
    await watchPlay(ctx);
    const { id: caseId = "" } = (await caseOf(id)) ?? {};
    const step = (kind: string, words = "", outcome = "") => takeCaseStep(ctx, COMMAND, caseId, { kind, words, outcome });
    expect(await step("note", " \0")).toEqual({ ok: false, error: "no_words" });
    expect(await step("note", "x".repeat(2_001))).toEqual({ ok: false, error: "too_long" });
    expect(await step("end")).toEqual({ ok: false, error: "no_outcome" });
    expect(await step("exclude", "x")).toEqual({ ok: false, error: "not_found" });
    expect(await step("note", "Called twice.")).toEqual({ ok: true, value: "note" });
    expect(await step("message")).toEqual({ ok: true, value: "message" });
    const { rows } = await ctx.pool.query(
      "SELECT data->>'message' AS message FROM pgboss.job WHERE name = 'account-mail' AND data->>'userId' = $1 AND data->>'message' = 'care-message'",
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(await step("end", "All well.", "talked")).toEqual({ ok: true, value: "end" });
    expect(await step("note", "More.")).toEqual({ ok: false, error: "closed" });
    const shown = await showCase(ctx, COMMAND, caseId);
    expect(shown.ok && shown.value.steps.map(({ kind }) => kind).toSorted()).toEqual(["end", "message", "note"]);
    const log = await ctx.db
      .selectFrom("audit_log")
      .select(["action", "after", "reason"])
      .where("subject_id", "=", id)
      .where("action", "like", "care.%")
      .orderBy("id")
      .execute();
    expect(log).toEqual([
      { action: "care.note", after: null, reason: null },
      { action: "care.message", after: null, reason: null },
      { action: "care.end", after: { outcome: "talked" }, reason: null },
    ]);
    await watchPlay(ctx);
    expect(await caseOf(id)).toBeUndefined();
    expect(await exportHarmCases(ctx, id)).toMatchObject([
      { outcome: "talked", signs: [{ sign: "limit_raises", found: 3 }], steps: [{}, {}, {}] },
    ]);
    await forgetHarmCases(ctxAfterDays(700));
    expect(await caseOf(id, "closed")).toBeDefined();
    await forgetHarmCases(ctxAfterDays(760));
    expect(await caseOf(id, "closed")).toBeUndefined();
  });

  it.each(["draws", "finance", "marketing", "read-only"] as const)("is forbidden for the role %s", async (role) => {
    const id = await player();
    await ctx.db.insertInto("admin_user").values({ id, role }).execute();
    const actor: Actor = { kind: "admin", id };
    const refused = { ok: false, error: "forbidden" };
    expect(await listCases(ctx, actor, { view: "open", page: 1 })).toEqual(refused);
    expect(await showCase(ctx, actor, "00000000-0000-4000-8000-000000000000")).toEqual(refused);
    expect(await takeCaseStep(ctx, actor, "x", { kind: "note", words: "x", outcome: "" })).toEqual(refused);
  });

  it("is deleted with the account", async () => {
    const id = await player();
    await raise(id, 3);
    await watchPlay(ctx);
    expect(await exportHarmCases(ctx, id)).toHaveLength(1);
    expect(await eraseUser(ctx, id, { tickets: "keep" })).toEqual({ ok: true, value: undefined });
    expect(await exportHarmCases(ctx, id)).toEqual([]);
    await watchPlay(ctx);
    expect(await exportHarmCases(ctx, id)).toEqual([]);
  });
});
