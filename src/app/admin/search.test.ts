/** Every search of the back office ignores case and accents, and finds an order by its number. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { recordChange } from "#features/access/server/actor.ts";
import { listParticipants } from "#features/draws/server/reading/list-participants.ts";
import { listHolderRows } from "#features/draws/server/winners/candidate-store.ts";
import { listInbox } from "#features/inbox/server/list-inbox.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { listOrders } from "#features/orders/server/reading/list-orders.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { listChanges } from "#features/staff/server/audit-log/list-changes.ts";
import { listUsers } from "#features/staff/server/users/list-users.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
let draw: string;
let zoe: { id: string; email: string };
let anna: { id: string; email: string };
let orderId: string;
let number: string;
const tools = new Map<string, (q: string) => Promise<string[]>>();

beforeAll(async () => {
  ctx = await testCtx();
  ctx.setNow(new Date());
  draw = await makeLottery(ctx, { title: "Étoile GT", title_fr: "L’Étoile GT" });
  zoe = await makeUser(ctx, { email: "zoe@example.com", first_name: "Zoë", last_name: "Dûpont O’Brien" });
  anna = await makeUser(ctx, { email: "anna@example.com", first_name: "Anna", last_name: "Lindqvist" });
  const bought = await order(ctx, draw, 2, zoe);
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  await order(ctx, draw, 1, anna);
  orderId = bought.orderId;
  const row = await ctx.db.selectFrom("orders").select("order_number").where("id", "=", orderId).executeTakeFirstOrThrow();
  number = row.order_number;
  await ctx.db
    .insertInto("contact_messages")
    .values({ name: "Zoë Dûpont O’Brien", email: zoe.email, subject: "Numbers", message: `Where is ${number}?`, locale: "en" })
    .execute();
  const at = ctx.now();
  for (const [subjectType, subjectId, action] of [
    ["order", orderId, "order.resend"],
    ["user", anna.id, "session.open"],
    ["lottery", draw, "lottery.update"],
  ] as const)
    await recordChange(ctx.db, { actor: COMMAND, action, subjectType, subjectId, at });

  tools.set("orders", async (q) => {
    const wanted = {
      q,
      state: "",
      draw: "",
      provider: "",
      from: "",
      to: "",
      sort: "created",
      descending: true,
      page: 1,
    } as const;
    const found = await listOrders(ctx, COMMAND, wanted);
    return found.ok ? found.value.orders.map(({ player }) => player) : [];
  });
  tools.set("users", async (q) => {
    const found = await listUsers(ctx, COMMAND, { q, sort: "joined", descending: true, page: 1 });
    return found.ok ? found.value.users.map((user) => `${user.firstName} ${user.lastName}`) : [];
  });
  tools.set("participants", async (q) => {
    const wanted = { lotteryId: draw, q, sort: "name", descending: false, page: 1 } as const;
    const found = await listParticipants(ctx, COMMAND, wanted);
    return found.ok ? found.value.participants.map((user) => `${user.firstName} ${user.lastName}`) : [];
  });
  tools.set("messages", async (q) => {
    const found = await listInbox(ctx, COMMAND, { q, view: "all", page: 1 });
    return found.ok ? found.value.messages.map(({ name }) => name) : [];
  });
  tools.set("candidates", async (q) => {
    const found = await listHolderRows(ctx.db, { lotteryId: draw, q, limit: 10 });
    return found.map((user) => `${user.firstName} ${user.lastName}`);
  });
});
afterAll(() => ctx.close());

const ZOE = "Zoë Dûpont O’Brien";

describe.each(["orders", "users", "participants", "messages", "candidates"])("the search of %s", (name) => {
  const find = async (q: string) => tools.get(name)?.(q);

  it.each([
    "dupont",
    "DÛPONT",
    "zoe dupont",
    "Zoé",
    "o'brien",
    "Dûpont O‘Brien, Zoë",
    "“Zoe\u200B\u00a0Dupont”",
    "<ZOE@example.com>.",
  ])("finds her by “%s”", async (q) => {
    expect(await find(q)).toEqual([ZOE]);
  });

  it("finds her by the number of her order, with and without the hyphen, in any case", async () => {
    expect(await find(number)).toEqual([ZOE]);
    expect(await find(number.toLowerCase())).toEqual([ZOE]);
    expect(await find(number.replace("-", ""))).toEqual([ZOE]);
    expect(await find(` ${number.replace("-", " ")} `)).toEqual([ZOE]);
  });

  it("treats wildcards literally", async () => {
    expect(await find("d_pont")).toEqual([]);
    expect(await find("dup%")).toEqual([]);
  });
});

it("an order is found by its payment's id and a ticket's tag, within any text", async () => {
  const { payment_session_id: session } = await ctx.db
    .selectFrom("orders")
    .select("payment_session_id")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { tag } = await ctx.db
    .selectFrom("tickets")
    .select("tag")
    .where("order_id", "=", orderId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const orders = tools.get("orders");
  for (const q of [`“${session}”.`, `<${session}>`, ` ${session},`, tag.toString("hex").toUpperCase()])
    expect(await orders?.(q)).toEqual([ZOE]);
  expect(await orders?.(`${session}x`)).toEqual([]);
});

it("people are found by their telephone number in any notation", async () => {
  await ctx.db.updateTable("users").set({ phone: "+447700900123" }).where("id", "=", zoe.id).execute();
  for (const q of [
    "07700 900123",
    "tel:+447700900123",
    "+44 (0)7700–900 123",
    "\u202D07700 900123\u202C",
    "0044 7700 900123",
    "900123",
  ])
    expect(await tools.get("users")?.(q)).toEqual([ZOE]);
});

describe("the audit log", () => {
  const about = async (subject: string) => {
    const wanted = { person: "", action: "", subject, from: "", to: "", before: "" } as const;
    const found = await listChanges(ctx, COMMAND, wanted);
    if (!found.ok) throw new Error(found.error);
    return found.value.changes.map(({ action, subjectName }) => [action, subjectName?.en]);
  };

  it("is searched by name, address, order and draw, and calls each by a name", async () => {
    expect(await about("lindqvist")).toEqual([["session.open", "Anna Lindqvist"]]);
    expect(await about("ANNA@")).toEqual([["session.open", "Anna Lindqvist"]]);
    expect(await about("dupont")).toEqual([["order.resend", number]]);
    expect(await about(number.toLowerCase().replace("-", ""))).toEqual([["order.resend", number]]);
    expect(await about("etoile")).toEqual([["lottery.update", "Étoile GT"]]);
    expect(await about("l'etoile")).toEqual([["lottery.update", "Étoile GT"]]);
    expect(await about("GT, \u200Eétoile")).toEqual([["lottery.update", "Étoile GT"]]);
    expect(await about(orderId)).toEqual([["order.resend", number]]);
    expect(await about("nobody of that name")).toEqual([]);
    expect(await about(randomUUID())).toEqual([]);
  });

  it("is searched by actor", async () => {
    const admin = await makeUser(ctx, { first_name: "Renée", last_name: "Admin" });
    const actor = { kind: "admin", id: admin.id, reauthAt: ctx.now() } as const;
    await recordChange(ctx.db, { actor, action: "orders.export", subjectType: "orders", subjectId: "all", at: ctx.now() });
    const by = async (person: string) => {
      const wanted = { person, action: "", subject: "", from: "", to: "", before: "" } as const;
      const found = await listChanges(ctx, COMMAND, wanted);
      return found.ok ? found.value.changes.map(({ action }) => action) : [];
    };
    expect(await by("renee")).toEqual(["orders.export"]);
    expect(await by(admin.id)).toEqual(["orders.export"]);
    expect(await by("somebody else")).toEqual([]);
  });
});

it("a new order gets a unique number", async () => {
  const { rows } = await sql<{ made: string }>`SELECT new_order_number() AS made FROM generate_series(1, 500)`.execute(ctx.db);
  for (const { made } of rows) expect(made).toMatch(/^[CFGHJKMNPQRTVWXY][CFGHJKMNPQRTVWXY34679]{3}-[CFGHJKMNPQRTVWXY34679]{4}$/);
  const taken = sql`UPDATE orders SET order_number = ${number} WHERE id <> ${orderId}`.execute(ctx.db);
  await expect(taken).rejects.toThrow("orders_order_number_idx");
});
