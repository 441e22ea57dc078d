import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { enterDemoPayments } from "#demo/payments.ts";
import { seedDemo } from "#demo/seed.ts";
import { updateJournal } from "#features/books/server/journal/update-journal.ts";
import { drawnDraw } from "#features/draws/server/draws.fixture.ts";
import { checkout, order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { paymentsWith, type TestCtx, testCtx } from "../ctx.fixture.ts";
import { EnvError } from "../env/env.server.ts";
import { createLog } from "../log.server.ts";
import { WIPES } from "../postgres/tables/catalogue.ts";
import { findMode, type Mode, refuseOtherMode, checkMode, watchMode, writeSwitchRequest } from "./shop-mode.server.ts";

const log = createLog("silent");
const opened: TestCtx[] = [];
afterAll(async () => {
  for (const ctx of opened) await ctx.close();
});

async function newShop(mode?: Mode): Promise<TestCtx> {
  const made = await testCtx({ RATE_LIMITS: "off" });
  opened.push(made);
  const ctx = { ...made, env: { ...made.env, isDemo: false, isTestMode: mode === "test" } };
  if (mode) await start(ctx, mode);
  return ctx;
}
const urls = (ctx: TestCtx) => ({ url: ctx.databaseUrl, ownerUrl: ctx.ownerUrl });
const start = (ctx: TestCtx, mode: Mode, owner = true) =>
  checkMode(
    { ...ctx.env, isDemo: false, isTestMode: mode === "test" },
    owner ? urls(ctx) : { ...urls(ctx), ownerUrl: undefined },
    log,
  );
const ask = (ctx: TestCtx, by: string) => ctx.db.transaction().execute((tx) => writeSwitchRequest(tx, { at: ctx.now(), by }));

async function countRows(ctx: TestCtx, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

describe("a start", () => {
  it("stores the mode of its first keys, and refuses the other", async () => {
    const ctx = await newShop("live");
    expect(await findMode(ctx.db)).toMatchObject({ mode: "live", requestedAt: undefined });
    await start(ctx, "live");
    await expect(start(ctx, "test")).rejects.toThrow(EnvError);
    await expect(start(ctx, "test")).rejects.toThrow("This shop is live");
    expect(await ask(ctx, crypto.randomUUID())).toBe(false);
  });

  it("of a command with the other keys does nothing", async () => {
    const [live, test] = [await newShop("live"), await newShop("test")];
    const of = (ctx: TestCtx, isTestMode: boolean) => refuseOtherMode({ ...ctx.env, isDemo: false, isTestMode }, ctx.db);
    await of(live, false);
    await of(test, true);
    await expect(of(live, true)).rejects.toThrow("This shop is live, and the keys");
    await expect(of(test, false)).rejects.toThrow("This shop is in test mode, and the keys");
    // Without NODE_ENV it would freeze a real list for a worthless beacon.
    const demo = { ...live.env, isDemo: true, isTestMode: false };
    await expect(refuseOtherMode(demo, live.db)).rejects.toThrow("This database is that of a live shop, and these settings");
    await expect(refuseOtherMode(demo, test.db)).rejects.toThrow("This database is that of a shop in test mode");
    await refuseOtherMode(demo, (await newShop()).db);
  });

  it("with test keys exits once the shop is live, and not before", async () => {
    const ctx = await newShop("test");
    const kill = vi.spyOn(process, "kill").mockReturnValue(true);
    const watches = [true, false].map((isTestMode) => watchMode({ isTestMode }, ctx.db, log));
    onTestFinished(() => {
      for (const stop of watches) stop();
      kill.mockRestore();
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(kill).not.toHaveBeenCalled();
    await ctx.owner.query("UPDATE shop_modes SET mode = 'live', asked_at = NULL, asked_by = NULL");
    await expect.poll(() => kill.mock.calls, { timeout: 5_000 }).toEqual([[process.pid, "SIGTERM"]]);
  });

  it("of a demonstration is neither", async () => {
    const ctx = await newShop();
    const demo = { ...ctx.env, isDemo: true, databaseUrl: ctx.databaseUrl };
    await checkMode(demo, urls(ctx), log);
    expect(await findMode(ctx.db)).toBeUndefined();
    // It would process the running shop's jobs.
    await start(ctx, "live");
    await expect(checkMode(demo, urls(ctx), log)).rejects.toThrow("This database is that of a live shop");
    await checkMode({ ...demo, databaseUrl: undefined }, urls(ctx), log);
  });

  it("with live keys needs an owner's request, and the role that owns the tables", async () => {
    const ctx = await newShop("test");
    await expect(start(ctx, "live")).rejects.toThrow("An owner has to ask for the switch first");
    expect(await ask(ctx, crypto.randomUUID())).toBe(true);
    await start(ctx, "test");
    await expect(start(ctx, "live", false)).rejects.toThrow("DATABASE_OWNER_URL");
    expect(await findMode(ctx.db)).toMatchObject({ mode: "test" });
    await Promise.all([start(ctx, "live"), start(ctx, "live"), start(ctx, "live")]);
    expect(await findMode(ctx.db)).toMatchObject({ mode: "live", requestedAt: undefined });
    await start(ctx, "live", false);
  });

  it.each([
    ["test", "cs_live_a1", "were paid with live ones"],
    ["test", "hpp_x", "were paid with live ones"],
    ["live", "cs_test_a1", "were paid with test keys"],
  ] as const)("with %s keys refuses an older shop that was paid by %s", async (mode, session, says) => {
    const ctx = await newShop();
    const lottery = await makeLottery(ctx);
    const { id } = await makeUser(ctx);
    const held = { state: "expired", quantity: 1, unit_price_pence: 100, total_pence: 100, captured_pence: 100 } as const;
    const row = { ...held, kind: "paid", lottery_id: lottery, user_id: id, payment_session_id: session } as const;
    await ctx.db.insertInto("orders").values(row).execute();
    await expect(start(ctx, mode)).rejects.toThrow(says);
    await start(ctx, mode === "test" ? "live" : "test");
    expect(await ctx.db.selectFrom("orders").select("is_test").execute()).toEqual([{ is_test: mode === "live" }]);
    await ctx.owner.query("DELETE FROM orders");
  });
});

describe("an order", () => {
  it.each(["test", "live"] as const)(
    "of a process that missed the switch is refused by the database of a %s shop",
    async (mode) => {
      const ctx = await newShop(mode);
      const lottery = await makeLottery(ctx);
      const other = { ...ctx, env: { ...ctx.env, isTestMode: mode !== "test" } };
      await expect(checkout(other, lottery, 1)).rejects.toThrow("another mode");
      expect(await checkout(ctx, lottery, 1)).toMatchObject({ ok: true });
      expect(await ctx.db.selectFrom("orders").select("is_test").execute()).toEqual([{ is_test: mode === "test" }]);
      await expect(
        ctx.db
          .updateTable("orders")
          .set({ is_test: mode !== "test" })
          .execute(),
      ).rejects.toThrow("another mode");
    },
  );
});

it("a live shop's journal contains no test payments, also if the switch interrupts an import", async () => {
  const ctx = await newShop("test");
  const lottery = await makeLottery(ctx);
  const { sessionId } = await order(ctx, lottery, 1);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  await ask(ctx, crypto.randomUUID());
  const stripe = ctx.payments.of("stripe");
  const { balance } = stripe;
  if (!balance) throw new Error("Stripe tells of its balance");
  const payments = paymentsWith(ctx.payments, {
    balance: {
      ...balance,
      async *listMoves(since) {
        for await (const move of balance.listMoves(since)) {
          yield move;
          if ((await findMode(ctx.db))?.mode === "test") await start(ctx, "live");
        }
      },
    },
  });
  for (const late of [{ ...ctx, payments }, ctx]) await expect(updateJournal(late)).rejects.toThrow("another mode");
  expect([await countRows(ctx, "balance_moves"), await countRows(ctx, "journal_entries")]).toEqual([0, 0]);
});

it("the shop's own role cannot make a shop live, and a live shop stays live", async () => {
  const ctx = await newShop("test");
  await expect(ctx.db.updateTable("shop_modes").set({ mode: "live" }).execute()).rejects.toThrow("permission denied");
  await expect(ctx.db.deleteFrom("shop_modes").execute()).rejects.toThrow("permission denied");
  await ctx.owner.query("UPDATE shop_modes SET mode = 'live'");
  await expect(ctx.owner.query("UPDATE shop_modes SET mode = 'test'")).rejects.toThrow("a live shop stays live");
});

describe("the switch", () => {
  let ctx: TestCtx;
  const people = { owner: "", former: "", player: "" };
  let onSale: string;
  let drawn: { id: string };
  let pictures: number;
  let lastSequence: number;
  const readSequence = async () => {
    const event = { type: "draw.opened", subject_id: onSale, data: JSON.stringify({}) };
    return (await ctx.db.insertInto("webhook_events").values(event).returning("sequence").executeTakeFirstOrThrow()).sequence;
  };
  beforeAll(async () => {
    ctx = await newShop();
    await seedDemo(ctx);
    await enterDemoPayments(ctx);
    await updateJournal(ctx);
    drawn = await drawnDraw(ctx);
    await ctx.db.updateTable("lotteries").set({ archived_at: ctx.now() }).where("id", "=", drawn.id).execute();
    onSale = await makeLottery(ctx, { tickets_available: 500 });
    for (const who of ["owner", "former", "player"] as const) people[who] = (await makeUser(ctx, { first_name: who })).id;
    await ctx.owner.query("DELETE FROM admin_user");
    await ctx.db.insertInto("admin_user").values({ id: people.owner, role: "owner" }).execute();
    await ctx.db
      .insertInto("audit_log")
      .values({
        actor: "administrator",
        actor_id: people.former,
        action: "shop.open",
        subject_type: "shop",
        subject_id: "opening",
      })
      .execute();
    for (const user_id of Object.values(people)) {
      const session = { user_id, token: randomBytes(32).toString("hex"), expires_at: new Date(Date.now() + 3_600_000) };
      await ctx.db.insertInto("sessions").values(session).execute();
      await ctx.db.insertInto("consents").values({ user_id, kind: "marketing", given: true, source: "profile" }).execute();
    }
    await checkout(ctx, onSale, 3);
    // Its history is written by hand, without ids of test payments.
    await ctx.owner.query("INSERT INTO shop_modes (mode, since) VALUES ('test', now()); UPDATE orders SET is_test = true");
    await ctx.db
      .insertInto("shop_checks")
      .values({ id: "keys.stripe", state: "green", says: "ok", looked_at: ctx.now() })
      .execute();
    await ctx.db.insertInto("shop_checks").values({ id: "terms", state: "green", says: "ok", looked_at: ctx.now() }).execute();
    pictures = await countRows(ctx, "lottery_images");
    lastSequence = await readSequence();
    expect(await countRows(ctx, "orders")).toBeGreaterThan(10);
    expect(await countRows(ctx, "tickets")).toBeGreaterThan(10);
    await ask(ctx, people.owner);
    await start(ctx, "live");
  }, 120_000);

  it("deletes the test data of every table", async () => {
    const left: string[] = [];
    const { rows: tables } = await ctx.owner.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    for (const { name } of tables) if (WIPES[name] === "goes" && (await countRows(ctx, name)) > 0) left.push(name);
    expect(left).toEqual([]);
    const { rows } = await ctx.owner.query("SELECT count(*)::int AS n FROM pgboss.job");
    expect(rows).toEqual([{ n: 0 }]);
    expect(await ctx.db.selectFrom("shop_checks").select("id").execute()).toEqual([{ id: "terms" }]);
  });

  it("keeps present and former staff with their credentials, and no player", async () => {
    const ids = (await ctx.db.selectFrom("users").select("id").execute()).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([people.owner, people.former]));
    expect(ids).not.toContain(people.player);
    for (const table of ["sessions", "consents"] as const) {
      const owners = (await ctx.db.selectFrom(table).select("user_id").execute()).map(({ user_id }) => user_id);
      expect(owners).toContain(people.owner);
      expect(owners).not.toContain(people.player);
    }
  });

  it("keeps draws on sale with nothing sold, and copies closed ones to drafts with their pictures", async () => {
    const draws = await ctx.db.selectFrom("lotteries").selectAll().execute();
    expect(draws.find(({ id }) => id === onSale)).toMatchObject({
      status: "active",
      sales_state: "open",
      tickets_available: 500,
    });
    expect(draws.filter((draw) => draw.tickets_sold + draw.tickets_held + draw.last_ticket_number > 0)).toEqual([]);
    expect(
      draws.filter(({ sales_state, status }) => sales_state !== "open" || ["completed", "cancelled"].includes(status)),
    ).toEqual([]);
    expect(draws.some(({ id }) => id === drawn.id)).toBe(false);
    expect(draws.some(({ status, winner_id }) => status === "draft" && winner_id === null)).toBe(true);
    expect(await countRows(ctx, "lottery_images")).toBe(pictures);
  });

  it("keeps the log valid, and adds an entry", async () => {
    const last = await ctx.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
    expect(last).toMatchObject({ action: "shop.switch", before: { mode: "test" }, after: { mode: "live" } });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("continues the sequence numbers of webhooks", async () => {
    expect(await readSequence()).toBeGreaterThan(lastSequence);
    await ctx.owner.query("DELETE FROM webhook_events");
  });

  it("restores the tables' triggers, and restarts the numbers", async () => {
    await expect(ctx.owner.query("DELETE FROM tickets")).rejects.toThrow();
    await expect(ctx.owner.query("TRUNCATE audit_log CASCADE")).rejects.toThrow();
    const { rows } = await ctx.owner.query("SELECT count(*)::int AS n FROM pg_trigger WHERE tgenabled <> 'O'");
    expect(rows).toEqual([{ n: 0 }]);
    const numbers = await ctx.db.selectFrom("journal_numbers").selectAll().executeTakeFirstOrThrow();
    expect(numbers).toMatchObject({ entry: 0, receipt: 0, credit_note: 0, debit_note: 0 });
    await ctx.db.insertInto("shop_openings").values({ opened_at: ctx.now() }).execute();
    expect(await checkout(ctx, onSale, 1)).toMatchObject({ ok: true });
    expect(await ctx.db.selectFrom("orders").select("is_test").execute()).toEqual([{ is_test: false }]);
  });
});
