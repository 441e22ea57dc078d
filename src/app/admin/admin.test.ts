/** Loaders and actions of the back office: access, figures, the list of users and deletion. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { recordChange } from "#features/access/server/actor.ts";
import * as settings from "#features/accounts/admin/settings-page.tsx";
import { PASSWORD, reauthedAdmin, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { requestDraw } from "#features/draws/server/drawing/request-draw.ts";
import { filledDraw } from "#features/draws/server/draws.fixture.ts";
import * as users from "#features/orders/admin/users/users-page.tsx";
import { deleteUser } from "#features/orders/server/players/delete-user.ts";
import { readSales } from "#features/orders/server/reading/read-sales.ts";
import * as audit from "#features/staff/admin/audit-log/audit-log-page.tsx";
import { listChanges } from "#features/staff/server/audit-log/list-changes.ts";
import { countUsers, listUsers } from "#features/staff/server/users/list-users.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { doneWith, refusedFor } from "#ui/forms/reply.fixture.ts";
import * as dashboard from "./dashboard-page.tsx";
import * as layout from "./layout.tsx";
import * as theme from "./theme-route.ts";
import { adminThemeCookie, adminThemeOf } from "./theme.ts";
import * as unknown from "./unknown-page.tsx";

const NOW = new Date("2026-07-14T10:00:00Z");
const HOME = "http://localhost:3000";
let ctx: TestCtx;
let admin: Actor & { kind: "admin" };
let player: Actor & { kind: "admin" };
const cookies: Record<"admin" | "player" | "nobody", string> = { admin: "", player: "", nobody: "" };

beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  ctx.setNow(NOW);
  const boss = await registered(ctx, { firstName: "Margaux", lastName: "Keeling", email: "margaux@example.com" });
  const other = await registered(ctx, {
    firstName: "Amelia",
    lastName: "Hart",
    email: "amelia@example.com",
    phone: "+44 7700 900123",
  });
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  admin = reauthedAdmin(ctx, boss.userId);
  player = { kind: "admin", id: other.userId };
  cookies.admin = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  cookies.player = sessionCookie(ctx, other.sessionToken).split(";")[0] ?? "";
});
afterAll(() => ctx.close());

type Who = keyof typeof cookies;
type Handler = (args: never) => unknown;

/** Calls a loader or action as the router does. Returns a thrown response instead of throwing it. */
async function call(handler: Handler, who: Who, path: string, fields?: Record<string, string>) {
  const request = new Request(HOME + path, {
    headers: { cookie: cookies[who] },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  try {
    return await handler({ request, context: requestContext(ctx), params: {} } as never);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
async function data<T = Record<string, unknown>>(handler: Handler, who: Who, path: string, fields?: Record<string, string>) {
  return (await call(handler, who, path, fields)) as { data: T; init: { status?: number } | number | null };
}
const guard = (args: never) => layout.middleware[0]?.(args, (async () => new Response("let in")) as never);

describe("access to the back office", () => {
  const doors: [string, Handler, Record<string, string>?][] = [
    ["the layout's middleware", guard],
    ["the layout", layout.loader as Handler],
    ["the dashboard", dashboard.loader as Handler],
    ["the users", users.loader as Handler],
    ["deleting a user", users.action as Handler, { intent: "delete", userId: "00000000-0000-4000-8000-000000000000" }],
    ["the settings", settings.loader as Handler],
    ["changing the settings", settings.action as Handler, { intent: "email", newEmail: "x@example.com" }],
    ["the log", audit.loader as Handler],
  ];
  it.each(doors)("%s sends players and strangers home", async (_, handler, fields) => {
    for (const who of ["player", "nobody"] as const) {
      const reply = await call(handler, who, "/admin", fields);
      expect(reply).toBeInstanceOf(Response);
      const { status, headers } = reply as Response;
      expect([status, headers.get("Location")]).toEqual([302, "/"]);
    }
  });

  it("opens for an administrator", async () => {
    expect(await call(guard, "admin", "/admin")).not.toBeInstanceOf(Response);
    expect(await call(layout.loader as Handler, "admin", "/admin")).toMatchObject({ name: "Margaux" });
  });

  it("redirects unknown addresses to the dashboard", async () => {
    const reply = (await call(unknown.loader, "admin", "/admin/nowhere")) as Response;
    expect(reply.headers.get("Location")).toBe("/admin");
  });

  it("stores the choice of light or dark, and redirects only to its own pages", async () => {
    const dark = (await call(theme.action as Handler, "admin", "/admin/theme", {
      theme: "dark",
      back: "/admin/users?q=a",
    })) as Response;
    expect(dark.headers.get("Location")).toBe("/admin/users?q=a");
    expect(adminThemeOf(dark.headers.get("Set-Cookie"))).toBe("dark");
    for (const back of ["//evil.example", "/admin?\r\nx: y", "/admin/\u2028", "/administrator"]) {
      const away = (await call(theme.action as Handler, "admin", "/admin/theme", { theme: "x", back })) as Response;
      expect(away.headers.get("Location")).toBe("/admin");
      expect(adminThemeOf(away.headers.get("Set-Cookie"))).toBeUndefined();
    }
    expect(adminThemeCookie("")).toContain("Max-Age=0");
  });
});

it("every use-case checks the right itself", async () => {
  const wanted = { q: "", sort: "joined", descending: true, page: 1 } as const;
  const log = { person: "", action: "", subject: "", from: "", to: "", before: "" } as const;
  const refused = { ok: false, error: "forbidden" };
  expect(await listUsers(ctx, player, wanted)).toEqual(refused);
  expect(await countUsers(ctx, player, "2026-07-01")).toEqual(refused);
  expect(await readSales(ctx, player)).toEqual(refused);
  expect(await listChanges(ctx, player, log)).toEqual(refused);
  expect(await deleteUser(ctx, player, admin.id)).toEqual(refused);
});

describe("users", () => {
  const find = async (q: string, change: Partial<Parameters<typeof listUsers>[2]> = {}) => {
    const result = await listUsers(ctx, admin, { q, sort: "joined", descending: true, page: 1, ...change });
    if (!result.ok) throw new Error(result.error);
    return result.value;
  };
  const emails = async (q: string) => (await find(q)).users.map(({ email }) => email).toSorted();

  beforeAll(async () => {
    const at = (text: string) => new Date(text);
    await makeUser(ctx, {
      email: "percent@x.test",
      first_name: "100%",
      last_name: "O'Neil",
      phone: "07000_1",
      created_at: at("2026-07-13T23:30:00Z"),
    });
    await makeUser(ctx, {
      email: "elodie@x.test",
      first_name: "Élodie",
      last_name: "D_Arc",
      phone: null,
      created_at: at("2026-07-13T22:59:00Z"),
    });
  });

  it.each([
    ["AMELIA", ["amelia@example.com"]],
    ["hart", ["amelia@example.com"]],
    ["Amelia Ha", ["amelia@example.com"]],
    ["EXAMPLE.com", ["amelia@example.com", "margaux@example.com"]],
    ["éLODIE", ["elodie@x.test"]],
    ["%", ["percent@x.test"]],
    ["_", ["elodie@x.test", "percent@x.test"]],
    ["o'neil", ["percent@x.test"]],
    ["\\", []],
    ["' OR 1=1 --", []],
    ["+44 7700 900123", ["amelia@example.com", "margaux@example.com"]],
    ["7000_1", ["percent@x.test"]],
    ["07700 900123", ["amelia@example.com", "margaux@example.com"]],
    ["0044 (0)7700-9001", ["amelia@example.com", "margaux@example.com"]],
    ["447701", []],
  ])("%j finds the named people", async (q, found) => {
    expect(await emails(q)).toEqual(found);
  });

  it("are counted as a whole, and those created today in London", async () => {
    expect(await find("nobody at all")).toMatchObject({ users: [], found: 0, total: 4, today: 3 });
  });

  it("that cannot be read show a message within the layout", async () => {
    await ctx.owner.query("ALTER TABLE users RENAME COLUMN search_text TO search_away");
    const { data: page, init } = await data(users.loader as Handler, "admin", "/admin/users?q=a");
    await ctx.owner.query("ALTER TABLE users RENAME COLUMN search_away TO search_text");
    expect(page).toMatchObject({ list: undefined });
    expect(init).toEqual({ status: 503 });
    expect(ctx.messages.en.t("admin:notLoaded.users")).toBe("Failed to load users");
  });

  it("are sorted by the chosen column, newest first by default", async () => {
    const names = async (descending: boolean) =>
      (await find("", { sort: "name", descending })).users.map((user) => user.firstName);
    expect((await names(true)).toReversed()).toEqual(await names(false));
    const { data: page } = await data(users.loader as Handler, "admin", "/admin/users");
    const { users: listed } = page.list as { users: { email: string }[] };
    expect(listed.slice(-2).map(({ email }) => email)).toEqual(["percent@x.test", "elodie@x.test"]);
  });
});

describe("deleting a user", () => {
  it("erases the person, withdraws the tickets and logs the administrator", async () => {
    const { id } = await makeUser(ctx);
    const { data: reply } = await data(users.action as Handler, "admin", "/admin/users", { intent: "delete", userId: id });
    expect(reply).toEqual(doneWith("delete"));
    const row = await ctx.db.selectFrom("users").select(["email", "erased_at"]).where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ email: null, erased_at: NOW });
    const log = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute();
    expect(log).toMatchObject([{ actor_id: admin.id, action: "user.delete", subject_type: "user", at: NOW }]);
  });

  it("refunds first, and is refused while a result with the user's tickets is awaited", async () => {
    const remove = (userId: string) => data(users.action as Handler, "admin", "/admin/users", { intent: "delete", userId });
    const open = await filledDraw(ctx, { players: 1, sold: 4, ended: -5 });
    const awaited = await filledDraw(ctx, { players: 1, sold: 4, ended: 20 });
    await requestDraw(ctx, { kind: "command" }, { lotteryId: awaited.id });
    const [buyer = "", other = ""] = [...open.playerIds, ...awaited.playerIds];

    expect((await remove(buyer)).data).toEqual(doneWith("delete"));
    const money = await ctx.db
      .selectFrom("refunds")
      .innerJoin("orders", "orders.id", "refunds.order_id")
      .select((eb) => eb.fn.sum<number>("amount_pence").as("back"))
      .where("user_id", "=", buyer)
      .executeTakeFirstOrThrow();
    expect(money.back).toBe(4 * 2999);
    const refused = await remove(other);
    expect(refused.data).toEqual(refusedFor("frozen"));
    expect(refused.init).toEqual({ status: 409 });
    const kept = await ctx.db.selectFrom("users").select("erased_at").where("id", "=", other).executeTakeFirstOrThrow();
    expect(kept.erased_at).toBeNull();
  });

  it("that fails shows a message", async () => {
    const { id } = await makeUser(ctx);
    await ctx.owner.query("ALTER TABLE verifications RENAME TO verifications_away");
    const { data: reply, init } = await data(users.action as Handler, "admin", "/admin/users", { intent: "delete", userId: id });
    await ctx.owner.query("ALTER TABLE verifications_away RENAME TO verifications");
    expect(reply).toEqual(refusedFor("failed"));
    expect(init).toEqual({ status: 503 });
    expect(ctx.messages.en.t("admin-people:users.deleteFailed")).toBe("Failed to delete user");
  });

  it("is refused for the last administrator, with the reason", async () => {
    const { data: reply, init } = await data(users.action as Handler, "admin", "/admin/users", {
      intent: "delete",
      userId: admin.id,
    });
    expect(reply).toEqual(refusedFor("administrator"));
    expect(init).toEqual({ status: 409 });
  });

  it.each(["", "no-id", "00000000-0000-4000-8000-000000000000"])("%j is not found", async (userId) => {
    expect(await deleteUser(ctx, admin, userId)).toEqual({ ok: false, error: "not_found" });
  });
});

describe("the dashboard", () => {
  it("counts valid orders by London's days", async () => {
    const before = await readSales(ctx, admin);
    if (!before.ok) throw new Error(before.error);
    const lottery = await makeLottery(ctx);
    await makeLottery(ctx, { status: "draft" });
    const { id: buyer } = await makeUser(ctx);
    const { id: guest } = await makeUser(ctx);
    const order = async (user: string, kind: "paid" | "free", first: number, quantity: number, at: string, isVoid = false) => {
      const price = kind === "paid" ? 2999 : 0;
      const state = kind === "paid" ? (isVoid ? "refunded" : "paid") : "free";
      const { id } = await ctx.db
        .insertInto("orders")
        .values({
          kind,
          state,
          lottery_id: lottery,
          user_id: user,
          quantity,
          unit_price_pence: price,
          total_pence: price * quantity,
          captured_pence: isVoid ? 0 : price * quantity,
          payment_intent_id: kind === "paid" ? `pi_${first}` : null,
          settled_at: new Date(at),
          created_at: new Date(at),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const numbers = Array.from({ length: quantity }, (_, i) => first + i);
      await ctx.db
        .insertInto("tickets")
        .values(
          numbers.map((ticket_number) => ({
            lottery_id: lottery,
            ticket_number,
            order_id: id,
            user_id: user,
            tag: Buffer.alloc(16, ticket_number),
            void_at: isVoid ? NOW : null,
          })),
        )
        .execute();
    };
    await order(buyer, "paid", 1, 3, "2026-07-12T23:30:00Z");
    await order(guest, "free", 4, 1, "2026-07-13T12:00:00Z");
    await order(player.id, "paid", 5, 2, "2026-07-13T12:00:00Z", true);
    await ctx.db.updateTable("lotteries").set({ tickets_sold: 3, last_ticket_number: 6 }).where("id", "=", lottery).execute();

    const sales = await readSales(ctx, admin);
    if (!sales.ok) throw new Error(sales.error);
    expect(sales.value.activeLotteries - before.value.activeLotteries).toBe(1);
    expect(sales.value.tickets - before.value.tickets).toBe(4);
    expect(sales.value.players - before.value.players).toBe(2);
    expect(sales.value.days).toHaveLength(30);
    expect(sales.value.days.at(-1)?.day).toBe("2026-07-14");
    // 23:30 UTC is the next day in London's summer time.
    expect(sales.value.days.at(-2)).toEqual({ day: "2026-07-13", tickets: 4, revenue: 8997 });
    expect(sales.value.active.find((draw) => draw.lottery.id === lottery)?.taken).toBe(8997);
    expect(sales.value.newest?.[0]?.player).not.toBe("");
    const { id: seller } = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id: seller, role: "marketing" }).execute();
    const marketing = await readSales(ctx, { kind: "admin", id: seller });
    // Marketing staff see sales figures, but no buyer.
    expect(marketing).toEqual({ ok: true, value: { ...sales.value, newest: undefined } });
  });

  it("are not shown to support staff, who get the tasks of the day", async () => {
    await ctx.db.insertInto("admin_user").values({ id: player.id, role: "support" }).execute();
    const { data: page, init } = await data(dashboard.loader as Handler, "player", "/admin");
    await ctx.db.deleteFrom("admin_user").where("id", "=", player.id).execute();
    expect(page).toMatchObject({ figures: "forbidden", tasks: expect.any(Array) });
    expect(init).toEqual({ status: 200 });
  });

  it("that cannot be read shows a message within the layout", async () => {
    await ctx.owner.query("ALTER TABLE tickets RENAME TO tickets_away");
    const { data: page, init } = await data(dashboard.loader as Handler, "admin", "/admin");
    await ctx.owner.query("ALTER TABLE tickets_away RENAME TO tickets");
    expect(page).toMatchObject({ figures: undefined });
    expect(init).toEqual({ status: 503 });
    expect(ctx.messages.en.t("admin:notLoaded.dashboard")).toBe("Failed to load dashboard statistics");
  });
});

describe("settings", () => {
  const send = async (fields: Record<string, string>) => {
    const { data: reply, init } = await data(settings.action as Handler, "admin", "/admin/settings", fields);
    const headers = typeof init === "object" && init !== null && "headers" in init ? (init.headers as Headers) : new Headers();
    // Stores cookies like a browser: a new password sets new ones.
    const set = headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    if (set.length > 0) cookies.admin = set.join("; ");
    return reply;
  };

  it("ask for an address, and send the link to the new one", async () => {
    expect(await send({ intent: "email", newEmail: " " })).toEqual(refusedFor("emailRequired"));
    const nonsense = await send({ intent: "email", newEmail: "nonsense" });
    expect(nonsense).toEqual(refusedFor("emailInvalid"));
    expect(nonsense).toMatchObject({ refused: { initialValue: { newEmail: "nonsense" } } });
    expect(await send({ intent: "email", newEmail: "margaux.new@example.com" })).toEqual(doneWith("email"));
  });

  it.each([
    ["passwordNeedsUppercase", { currentPassword: PASSWORD, password: "short", confirmPassword: "short" }],
    ["confirmPasswordRequired", { currentPassword: PASSWORD, password: "Harbour8Green", confirmPassword: "" }],
    ["passwordMismatch", { currentPassword: PASSWORD, password: "Harbour8Green", confirmPassword: "Harbour8Blue" }],
    ["currentPasswordWrong", { currentPassword: "Wrong7Password", password: "Harbour8Green", confirmPassword: "Harbour8Green" }],
    [undefined, { currentPassword: PASSWORD, password: "Harbour8Green", confirmPassword: "Harbour8Green" }],
  ])("a change of password is %s", async (error, fields) => {
    const reply = await send({ intent: "password", ...fields });
    expect(reply).toEqual(error === undefined ? doneWith("password") : refusedFor(error));
    for (const typed of Object.values(fields)) if (typed !== "") expect(JSON.stringify(reply)).not.toContain(typed);
    // After a new password, only this browser counts as a known device.
    expect(cookies.admin.includes("device=")).toBe(error === undefined);
  });

  it.each([
    ["verifications", { intent: "email", newEmail: "margaux.other@example.com" }],
    [
      "credentials",
      { intent: "password", currentPassword: "Harbour8Green", password: "Meadow9Stone", confirmPassword: "Meadow9Stone" },
    ],
  ])("that cannot be changed, because %s are out of reach, say so", async (table, fields) => {
    await ctx.owner.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    const reply = await send(fields).finally(() => ctx.owner.query(`ALTER TABLE ${table}_away RENAME TO ${table}`));
    expect(reply).toEqual(refusedFor("failed"));
  });
});

describe("the log", () => {
  const find = async (wanted: Partial<Parameters<typeof listChanges>[2]>) => {
    const result = await listChanges(ctx, admin, {
      person: "",
      action: "",
      subject: "",
      from: "",
      to: "",
      before: "",
      ...wanted,
    });
    if (!result.ok) throw new Error(result.error);
    return result.value;
  };

  it("is filtered by person, action, subject and day, newest first, page by page", async () => {
    for (let i = 0; i < 35; i++) {
      const at = new Date(Date.UTC(2026, 5, 1 + (i % 3), 22, 30));
      await recordChange(ctx.db, {
        actor: { kind: "clock" },
        action: "campaign.pause",
        subjectType: "lottery",
        subjectId: `l${i}`,
        before: { n: i },
        after: { n: i + 1 },
        reason: "over",
        at,
      });
    }
    await recordChange(ctx.db, { actor: admin, action: "lottery.update", subjectType: "lottery", subjectId: "l1", at: NOW });
    const first = await find({ action: "campaign.pause" });
    expect(first.changes).toHaveLength(25);
    expect(first.changes[0]).toMatchObject({
      actor: "scheduled job",
      subjectId: "l34",
      before: { n: 34 },
      after: { n: 35 },
      reason: "over",
    });
    const second = await find({ action: "campaign.pause", before: first.next ?? "" });
    expect(second.changes.map(({ subjectId }) => subjectId)).toEqual(Array.from({ length: 10 }, (_, i) => `l${9 - i}`));
    expect(second.next).toBeUndefined();
    expect((await find({ subject: "l1" })).changes.map(({ action }) => action)).toEqual(["lottery.update", "campaign.pause"]);
    expect((await find({ person: admin.id, action: "lottery.update" })).changes).toMatchObject([{ actor: "Margaux Keeling" }]);
    expect((await find({ from: "2026-06-02", to: "2026-06-02" })).changes).toHaveLength(12);
    expect(first.actions).toEqual(expect.arrayContaining(["campaign.pause", "lottery.update", "user.delete"]));
  });

  it.each([{ person: "somebody whom nobody knows" }, { from: "2026-02-30" }, { to: "yesterday" }])(
    "%j finds nothing",
    async (wanted) => {
      expect((await find(wanted)).changes).toEqual([]);
    },
  );

  it("cannot be changed", async () => {
    await expect(ctx.owner.query("UPDATE audit_log SET reason = 'x'")).rejects.toThrow("append-only");
    await expect(ctx.owner.query("DELETE FROM audit_log")).rejects.toThrow("append-only");
  });
});
