/** The back office's pages about orders: access, replies, and what survives a failure. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import * as one from "#features/mail/admin/order-page.tsx";
import * as csv from "#features/orders/admin/orders-csv-route.ts";
import * as orders from "#features/orders/admin/orders-page.tsx";
import * as desk from "#features/orders/admin/postal/free-entries-page.tsx";
import { order, pay, stateOf, stockOf } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { doneWith, refusedFor } from "#ui/forms/reply.fixture.ts";
import * as layout from "./layout.tsx";

let ctx: TestCtx;
let lottery: string;
const cookies = { admin: "", player: "" };
beforeAll(async () => {
  ctx = await testCtx();
  // The clock stands still, so that no day ends during a test.
  ctx.setNow(new Date());
  lottery = await makeLottery(ctx);
  const [boss, player] = [await registered(ctx), await registered(ctx)];
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  cookies.admin = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  cookies.player = sessionCookie(ctx, player.sessionToken).split(";")[0] ?? "";
});
afterAll(() => ctx.close());

type Handler = (args: never) => unknown;
type Asked = { who?: keyof typeof cookies; fields?: Record<string, string>; orderId?: string };
type Reply = { data: Record<string, unknown>; init: { status?: number; headers?: Record<string, string> } | number | null };

/** Calls a loader or action as the router does. Returns a thrown response instead of throwing it. */
async function call<T = Reply>(handler: unknown, path: string, { who = "admin", fields, orderId }: Asked = {}): Promise<T> {
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { cookie: cookies[who] },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  try {
    return (await (handler as Handler)({ request, context: requestContext(ctx), params: { orderId } } as never)) as T;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown as T;
    throw thrown;
  }
}
const statusOf = ({ init }: Reply) => (typeof init === "number" ? init : (init?.status ?? 200));

async function bought(): Promise<string> {
  const placed = await order(ctx, lottery, 1, await makeUser(ctx));
  await pay(ctx, placed.sessionId);
  await settleOrder(ctx, placed.sessionId);
  return placed.orderId;
}
async function without(table: string, run: () => Promise<void>): Promise<void> {
  await ctx.owner.query(`ALTER TABLE ${table} RENAME TO gone`);
  try {
    await run();
  } finally {
    await ctx.owner.query(`ALTER TABLE gone RENAME TO ${table}`);
  }
}

it.each([
  ["the list", orders.loader],
  ["the export", csv.get],
  ["an order", one.loader],
  ["what is done with it", one.action, { intent: "refund", part: "whole", reason: "x" }],
  ["the desk", desk.loader],
  ["a card", desk.action, { intent: "card" }],
] as const)("%s sends players home", async (_, handler, fields?: Record<string, string>) => {
  const orderId = "3f2b8f2e-0000-4000-8000-000000000001";
  const reply = await call<Response>(handler, "/admin/orders", { who: "player", orderId, ...(fields && { fields }) });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/"]);
});

describe("an order's page", () => {
  const act = (orderId: string, fields: Record<string, string>) =>
    call(one.action, `/admin/orders/${orderId}`, { orderId, fields });

  it("is not found for an invalid order", async () => {
    for (const orderId of ["7", "3f2b8f2e-0000-4000-8000-000000000001"])
      expect(statusOf(await call(one.loader, `/admin/orders/${orderId}`, { orderId }))).toBe(404);
  });

  it("refunds once, with a reason, and explains refusals", async () => {
    const orderId = await bought();
    expect(await act(orderId, { intent: "refund", part: "whole", reason: " " })).toMatchObject({
      data: refusedFor("no_reason"),
      init: { status: 409 },
    });
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await act(orderId, { intent: "refund", part: "whole", reason: "They asked." })).toMatchObject({
      data: doneWith("refund"),
    });
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    expect(await act(orderId, { intent: "refund", part: "whole", reason: "Again." })).toMatchObject({
      data: refusedFor("already_refunded"),
    });
    expect(await act(orderId, { intent: "resend" })).toMatchObject({ data: refusedFor("no_tickets"), init: { status: 409 } });
    expect(await act(orderId, { intent: "void", reason: "x" })).toMatchObject({
      data: refusedFor("not_found"),
      init: { status: 404 },
    });
  });

  it("sends the confirmation three times an hour", async () => {
    const orderId = await bought();
    for (let n = 0; n < 3; n += 1) expect(statusOf(await act(orderId, { intent: "resend" }))).toBe(200);
    const fourth = await act(orderId, { intent: "resend" });
    expect(fourth).toMatchObject({ data: { minutes: expect.any(Number) }, init: { status: 429 } });
    expect(fourth.data).toEqual(refusedFor("too_many"));
  });

  it("removes NUL characters from a reason", async () => {
    const orderId = await bought();
    expect(await act(orderId, { intent: "refund", part: "whole", reason: "They\0 asked." })).toMatchObject({
      data: doneWith("refund"),
    });
    expect(await act(await bought(), { intent: "refund", part: "whole", reason: "\0" })).toMatchObject({
      data: refusedFor("no_reason"),
    });
  });

  it("refunds nothing if it is not clear which part", async () => {
    const orderId = await bought();
    const form = { intent: "refund", reason: "They asked." };
    for (const fields of [form, { ...form, part: "" }, { ...form, part: "al1" }]) {
      const reply = await call<Response>(one.action, `/admin/orders/${orderId}`, { orderId, fields });
      expect([reply.status, reply.headers.get("Location")]).toEqual([302, `/admin/orders/${orderId}`]);
    }
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });

  it("refuses a refund if the amount left is not the one shown", async () => {
    const orderId = await bought();
    const fields = { intent: "refund", part: "whole", left: "1", reason: "They asked." };
    expect(await act(orderId, fields)).toMatchObject({ data: refusedFor("sum_changed"), init: { status: 409 } });
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });

  it("reloads the amount left after such a refusal", async () => {
    const fields = { intent: "refund", part: "amount", amount: "10", left: "1", reason: "They asked." };
    const actionStatus = statusOf(await act(await bought(), fields));
    expect(one.shouldRevalidate({ actionStatus, defaultShouldRevalidate: false } as never)).toBe(true);
  });

  it("refuses other intents, and reports a database failure", async () => {
    const orderId = await bought();
    const odd = await call<Response>(one.action, `/admin/orders/${orderId}`, { orderId, fields: { intent: "eat" } });
    expect(odd.headers.get("Location")).toBe(`/admin/orders/${orderId}`);
    await without("audit_log", async () =>
      expect(await act(orderId, { intent: "refund", part: "whole", reason: "x" })).toMatchObject({
        data: refusedFor("failed"),
        init: { status: 503 },
      }),
    );
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });
});

describe("the list of orders", () => {
  it("reads its address, and ignores invalid parameters", async () => {
    const orderId = await bought();
    for (const odd of ["from=0000-01-01&to=9999-12-31", "q=%00%25", "draw=%00", "page=1e9", "from=%F0%9F%98%80"])
      expect(statusOf(await call(orders.loader, `/admin/orders?${odd}`))).toBe(200);
    const { data } = await call(orders.loader, `/admin/orders?q=${orderId}&sort=total&dir=asc&page=-3&state=`);
    expect(data).toMatchObject({
      filter: { sort: "total", descending: false, page: 1 },
      list: { found: 1, orders: [{ id: orderId }] },
    });
    const reply = await call<Response>(csv.get, `/admin/orders.csv?q=${orderId}`);
    expect(reply.headers.get("Content-Disposition")).toBe(`attachment; filename="orders-${londonDate(ctx.now())}.csv"`);
    const bytes = Buffer.from(await reply.arrayBuffer());
    // Without a byte order mark, Excel reads the file in another encoding.
    expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
    const lines = bytes.toString("utf8").split("\r\n");
    expect(lines).toHaveLength(3);
    const { order_number: number } = await ctx.db
      .selectFrom("orders")
      .select("order_number")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(lines[1]).toContain(number);
  });

  it("reports that it cannot be read", async () => {
    await without("orders", async () =>
      expect(await call(orders.loader, "/admin/orders")).toMatchObject({ data: { list: undefined }, init: { status: 503 } }),
    );
  });

  it("has a sidebar entry with the number of open messages; the layout renders without it", async () => {
    await ctx.pool.query(
      "INSERT INTO contact_messages (name, email, subject, message, locale) VALUES ('Zoë', 'zoe@example.com', 'x', 'y', 'en')",
    );
    expect(await call(layout.loader, "/admin")).toMatchObject({ waiting: { messages: 1 } });
    await without("contact_messages", async () =>
      expect(await call(layout.loader, "/admin")).toMatchObject({ waiting: { messages: 0 } }),
    );
  });
});

describe("postal entries without scripts", () => {
  const card = () => ({
    intent: "card",
    draw: lottery,
    firstName: "Rosa",
    lastName: "Lindqvist",
    birthDate: "1984-02-29",
    address: "4 Mill Lane",
    county: "Kent",
    email: "rosa@example.com",
    phone: "",
    receivedOn: londonDate(ctx.now()),
    postedOn: "",
    locale: "fr",
    requestKey: "0123456789abcdef0123456789abcdef",
  });
  const send = (fields: Record<string, string>) => call(desk.action, "/admin/free-entries", { fields });

  it("gives every form its own request key", async () => {
    const keys = await Promise.all([1, 2].map(async () => (await call(desk.loader, "/admin/free-entries")).data.fresh));
    expect(keys[0]).not.toEqual(keys[1]);
    expect(keys[0]).toMatchObject({ requestKey: expect.stringMatching(/^[0-9a-f]{32}$/), today: expect.any(String) });
  });

  it("returns a refused card with its problems and its request key", async () => {
    const typed = { ...card(), county: "", email: "rosa@" };
    expect(await send(typed)).toMatchObject({
      init: { status: 422 },
      data: {
        intent: "card",
        refused: {
          error: { county: ["required"], email: ["emailInvalid"] },
          initialValue: { requestKey: typed.requestKey, locale: "fr", firstName: "Rosa", email: "rosa@" },
        },
      },
    });
  });

  it("keeps a card after a database failure, and a repeated form is one entry", async () => {
    await without("postal_cards", async () =>
      expect(await send(card())).toMatchObject({
        init: { status: 503 },
        data: { refused: { error: { "": ["failed"] }, initialValue: { firstName: "Rosa" } } },
      }),
    );
    const before = (await stockOf(ctx, lottery)).last;
    for (let n = 0; n < 2; n += 1)
      expect(await send(card())).toMatchObject({
        init: { status: 200 },
        data: { intent: "card", entry: { number: before + 1 } },
      });
    expect((await stockOf(ctx, lottery)).last).toBe(before + 1);
  });

  it("checks a paste, keys in valid lines, and returns the others", async () => {
    const text = `Edith,Old,12/03/1950,2 High St,Surrey\nTom,,,,`;
    const paste = { intent: "check", draw: lottery, text, receivedOn: londonDate(ctx.now()), requestKey: card().requestKey };
    expect(await send(paste)).toMatchObject({
      init: { status: 200 },
      data: { intent: "paste", checked: { lines: [{ fault: undefined }, { fault: {} }] } },
    });
    const keyed = await send({ ...paste, intent: "cards" });
    expect(keyed).toMatchObject({ data: { keyed: { done: [{ line: 1 }], text: "Tom,,,," } } });
    expect(await send({ ...paste, draw: "7" })).toMatchObject({
      init: { status: 422 },
      data: refusedFor("not_found"),
    });
    expect(await send({ ...paste, text: "x".repeat(600_000) })).toMatchObject({
      init: { status: 413 },
      data: refusedFor("too_large"),
    });
  });
});
