/** Who can see which profile on /profile, what can be changed, and the texts in both languages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as exported from "#app/shop/profile-export-route.ts";
import { finishDraw } from "#demo/finish-draw.ts";
import { dayFrom, makeLottery } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { PASSWORD, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { findNameOnDay, findProfile, updateProfile } from "#features/accounts/server/profile/profile.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { bookedDocuments } from "#features/books/server/order-documents.ts";
import * as receipt from "#features/books/shop/receipt-page.tsx";
import { drawnDraw } from "#features/draws/server/draws.fixture.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { deleteUser } from "#features/orders/server/players/delete-user.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { setSpendingLimit } from "#features/player-protection/server/change-safer-play.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { ctxKey, localeKey } from "#platform/request/request.server.ts";
import { LOCALES, type Locale } from "#shared/language/locale.ts";
import { pence } from "#shared/money/money.ts";
import { refusedFor } from "#ui/forms/reply.fixture.ts";
import * as page from "./profile-page.tsx";

let ctx: TestCtx;
let lottery: string;
let amelia: Person;
let noah: Person;
let admin: Person;
let orderId: string;
beforeAll(async () => {
  ctx = await testCtx();
  lottery = await makeLottery(ctx, { title: "Valmont GT-10", title_fr: "Valmont GT-10 (fr)" });
  amelia = await person();
  noah = await person({ firstName: "Noah", lastName: "Hale" });
  admin = await person();
  await ctx.db.insertInto("admin_user").values({ id: admin.id }).execute();
  const bought = await order(ctx, lottery, 15, amelia);
  orderId = bought.orderId;
  await pay(ctx, bought.sessionId, "4000056655665556");
  await settleOrder(ctx, bought.sessionId);
});
afterAll(() => ctx.close());

type Person = { id: string; email: string; cookie: string };
async function person(change: Parameters<typeof registered>[1] = {}): Promise<Person> {
  const { userId, email, sessionToken } = await registered(ctx, change);
  return { id: userId, email, cookie: sessionCookie(ctx, sessionToken).split(";")[0] ?? "" };
}

type Handler = (args: never) => unknown;
type CallOptions = { as?: Person; form?: Record<string, string>; locale?: Locale; params?: Record<string, string>; on?: TestCtx };

/** Calls a loader or action as the router does. Returns a thrown response instead of throwing it. */
async function call(handler: Handler, path: string, { as, form, locale = "en", params = {}, on = ctx }: CallOptions = {}) {
  const context = requestContext(ctx);
  context.set(ctxKey, on);
  context.set(localeKey, locale);
  const init: RequestInit = {
    headers: as ? { cookie: as.cookie } : {},
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  };
  try {
    return await handler({ request: new Request(`http://localhost:3000${path}`, init), context, params } as never);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
/** The payload of `data(…)`. */
async function replyOf(handler: Handler, path: string, options?: CallOptions) {
  const reply = (await call(handler, path, options)) as { data: Record<string, unknown>; init: ResponseInit };
  return { status: reply.init?.status ?? 200, data: reply.data, headers: new Headers(reply.init?.headers) };
}
async function sentTo(handler: Handler, path: string, options?: CallOptions) {
  const reply = await call(handler, path, options);
  if (!(reply instanceof Response)) throw new Error(`No redirect, but ${JSON.stringify(reply)}`);
  return { to: reply.headers.get("Location"), cookies: reply.headers.getSetCookie().join("\n") };
}
const textOf = (locale: Locale, key: string) => ctx.messages[locale].t(`profile:${key}` as never) as string;

describe("one's own profile", () => {
  it("requires a sign-in, which leads back to it", async () => {
    expect((await sentTo(page.loader, "/profile?tab=details")).to).toBe("/login?next=%2Fprofile%3Ftab%3Ddetails");
    expect((await sentTo(page.action, "/profile?tab=details&edit=1", { form: { intent: "details" } })).to).toBe(
      "/login?next=%2Fprofile%3Ftab%3Ddetails%26edit%3D1",
    );
  });

  it("has every ticket and what it cost, in the reader's language", async () => {
    const { status, data } = await replyOf(page.loader, "/profile", { as: amelia, locale: "fr" });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      kind: "full",
      isOwn: true,
      profile: { email: amelia.email, firstName: "Amelia" },
      history: {
        tickets: 15,
        draws: 1,
        spent: 40_486,
        past: [],
        live: [
          { id: lottery, title: "Valmont GT-10 (fr)", spent: 40_486, gone: 0, free: 0, orders: [{ id: orderId, state: "paid" }] },
        ],
      },
    });
  });

  it("is empty for a new player", async () => {
    const { data } = await replyOf(page.loader, "/profile", { as: noah });
    expect(data).toMatchObject({ kind: "full", history: { tickets: 0, draws: 0, spent: 0, live: [], past: [] } });
  });

  it("reports that it cannot be loaded", async () => {
    const fails = () => {
      throw new Error("the database is gone");
    };
    const broken = { ...ctx, db: new Proxy(ctx.db, { get: (db, key) => fromTable(db, key, "lotteries", fails) }) };
    const { status, data } = await replyOf(page.loader, "/profile", { as: amelia, on: broken });
    expect([status, data]).toEqual([503, { kind: "failed" }]);
  });

  it("keeps the buyer's former name on a receipt; an erased buyer has no receipts", async () => {
    const buyer = await registered(ctx);
    const bought = await order(ctx, await makeLottery(ctx), 1, { id: buyer.userId, email: buyer.email });
    await pay(ctx, bought.sessionId);
    await settleOrder(ctx, bought.sessionId);
    const before = await findProfile(ctx, buyer.userId);
    if (!before?.birthDate) throw new Error("a profile");
    const named = (firstName: string, lastName: string) =>
      updateProfile(ctx, buyer.userId, { ...before, birthDate: before.birthDate ?? "", firstName, lastName });
    const nameOn = (at: Date) => findNameOnDay(ctx, buyer.userId, at);
    const day = ctx.now();
    const first = `${before.firstName} ${before.lastName}`;
    expect(await named("Zoë", "Second")).toEqual({ ok: true });
    expect(await named("Zoë", "Third")).toEqual({ ok: true });
    expect([await nameOn(day), await nameOn(new Date(Date.now() + 60_000))]).toEqual([first, "Zoë Third"]);
    expect(await eraseUser(ctx, buyer.userId, { tickets: "keep" })).toMatchObject({ ok: true });
    expect(await nameOn(day)).toBe("");
  });

  it("shows receipts and tags to the buyer only", async () => {
    const own = await replyOf(receipt.loader, "/profile/receipts/x", { as: amelia, params: { orderId } });
    expect(own.status).toBe(200);
    expect(own.data.receipt).toMatchObject({
      total: 40_486,
      discount: 4_499,
      percentOff: 10,
      pack: "bronze",
      cardFunding: "debit",
      buyer: { name: "Amelia Hart", email: amelia.email },
      seller: { name: ctx.brand.current.trader.name },
      refunds: [],
    });
    expect((own.data.receipt as { tickets: { tag: string }[] }).tickets.map(({ tag }) => tag.length)).toEqual(Array(15).fill(32));
    const others = [
      await replyOf(receipt.loader, "/profile/receipts/x", { as: noah, params: { orderId } }),
      await replyOf(receipt.loader, "/profile/receipts/x", { as: admin, params: { orderId } }),
      await replyOf(receipt.loader, "/profile/receipts/x", { as: noah, params: { orderId: amelia.id } }),
      await replyOf(receipt.loader, "/profile/receipts/x", { as: noah, params: { orderId: "' OR 1=1 --" } }),
    ];
    for (const { status, data } of others) expect([status, data]).toEqual([404, { receipt: undefined }]);
    expect((await sentTo(receipt.loader, "/profile/receipts/x", { params: { orderId } })).to).toMatch(/^\/login\?next=/);
  });

  it("has no receipt for an unpaid order", async () => {
    const buyer = await person();
    const open = await order(ctx, lottery, 1, buyer);
    const { status } = await replyOf(receipt.loader, "/profile/receipts/x", { as: buyer, params: { orderId: open.orderId } });
    expect(status).toBe(404);
    const { data } = await replyOf(page.loader, "/profile", { as: buyer });
    expect(data).toMatchObject({
      history: { tickets: 0, draws: 0, spent: 0, live: [{ orders: [{ state: "awaiting_payment" }] }] },
    });
  });

  it("shows refunds, and does not count them", async () => {
    const buyer = await person();
    const bought = await order(ctx, lottery, 2, buyer);
    await pay(ctx, bought.sessionId, "4000056655665556");
    await settleOrder(ctx, bought.sessionId);
    await refundOrder(ctx, { kind: "command" }, { orderId: bought.orderId, reason: "Because of the test." });
    const { data } = await replyOf(page.loader, "/profile", { as: buyer });
    expect(data).toMatchObject({
      history: { tickets: 0, draws: 0, spent: 0, live: [{ gone: 2, orders: [{ state: "refund_due" }] }] },
    });
  });
});

describe("another player's profile", () => {
  const unknown = "3f2b8f2e-0000-4000-8000-000000000001";

  it("is the same refusal, byte for byte, for unpublished, erased, unknown and malformed ids", async () => {
    const gone = await person();
    await deleteUser(ctx, { kind: "command" }, gone.id);
    const uids = [amelia.id, gone.id, unknown, "", "amelia", "' OR 1=1 --"];
    const replies = [];
    for (const as of [undefined, noah])
      for (const uid of uids)
        replies.push(
          JSON.stringify(await replyOf(page.loader, `/profile?uid=${encodeURIComponent(uid)}`, { ...(as && { as }) })),
        );
    expect(new Set(replies)).toEqual(new Set([JSON.stringify({ status: 404, data: { kind: "missing" }, headers: {} })]));
  });

  it("is first name, initial and wins where the player chose that, and nothing more", async () => {
    const winner = await person({ firstName: "Zoé", lastName: "Okafor" });
    const won = await makeLottery(ctx, {
      title: "Sarthe L",
      start_date: dayFrom(ctx.now(), -40),
      end_date: dayFrom(ctx.now(), -10),
    });
    const days = (n: number) => new Date(ctx.now().getTime() - n * 86_400_000);
    await ctx.db.transaction().execute(async (tx) => {
      const filling = { lotteryId: won, unitPrice: 2999, sold: 5, from: days(30), until: days(12), playerIds: [winner.id] };
      await fillDraw(tx, { ...filling, luck: seededRandom(1), prefix: "profile" });
      await finishDraw(ctx, tx, won, days(5));
    });
    expect((await replyOf(page.loader, `/profile?uid=${winner.id}`)).status).toBe(404);
    await sentTo(page.action, "/profile", { as: winner, form: { intent: "choice", kind: "full_name_public", given: "on" } });
    const seen = await replyOf(page.loader, `/profile?uid=${winner.id}`, { as: noah });
    expect(seen.status).toBe(200);
    expect(seen.data).toEqual({
      kind: "public",
      name: "Zoé O.",
      wins: [{ id: won, place: 1, title: "Sarthe L", drawnAt: expect.any(Date) }],
    });
    expect(JSON.stringify(seen.data)).not.toMatch(/Okafor|example\.com|7700/);
    const own = await replyOf(page.loader, "/profile", { as: winner });
    const { outcomes } = own.data as { outcomes: Map<string, { name: string }> };
    expect(outcomes.get(won)).toMatchObject({ name: "Zoé Okafor" });
  });

  it("is complete for an administrator, and read-only", async () => {
    const { status, data } = await replyOf(page.loader, `/profile?uid=${amelia.id}&tab=security`, { as: admin });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      isOwn: false,
      isEditing: false,
      tab: "tickets",
      tabs: ["tickets", "details"],
      history: { tickets: 15 },
    });
    expect(data).toMatchObject({ devices: [], live: [], limits: undefined });
    expect(JSON.stringify(data)).not.toContain('"tag"');
    expect((await replyOf(page.loader, `/profile?uid=${unknown}`, { as: admin })).status).toBe(404);
  });

  it.each(["details", "choice", "password", "email", "delete", "sign-out"])("accepts no %s, from any player", async (intent) => {
    for (const as of [noah, admin]) {
      const form = { intent, firstName: "X", word: "DELETE", currentPassword: PASSWORD, kind: "marketing", given: "on" };
      expect((await replyOf(page.action, `/profile?uid=${amelia.id}`, { as, form })).status).toBe(404);
    }
    expect((await replyOf(page.loader, "/profile", { as: amelia })).data).toMatchObject({
      profile: { firstName: "Amelia", marketing: false },
    });
  });

  it("is one's own where the id is", async () => {
    expect((await sentTo(page.loader, `/profile?uid=${amelia.id}`, { as: amelia })).to).toBe("/profile");
  });
});

describe("changing one's details", () => {
  const details = {
    intent: "details",
    firstName: "Ada",
    lastName: "Bell",
    phone: "07700 900321",
    birthDate: "1988-02-29",
    county: "Fife",
  };

  it("takes effect at once, and is confirmed", async () => {
    const me = await person();
    const { to, cookies } = await sentTo(page.action, "/profile?tab=details&edit=1", { as: me, form: details });
    expect([to, cookies]).toEqual(["/profile?tab=details", expect.stringContaining("flash=profileUpdateSuccess")]);
    const { data } = await replyOf(page.loader, "/profile?tab=details", { as: me });
    expect(data).toMatchObject({
      profile: {
        firstName: "Ada",
        lastName: "Bell",
        phone: "07700 900321",
        birthDate: "1988-02-29",
        county: "Fife",
        email: me.email,
      },
    });
  });

  it.each([
    ["no first name", { firstName: " " }, "firstName", "firstNameRequired"],
    ["no last name", { lastName: "" }, "lastName", "lastNameRequired"],
    ["no phone", { phone: "" }, "phone", "phoneRequired"],
    ["a phone that is none", { phone: "call me" }, "phone", "phoneInvalid"],
    ["no birthday", { birthDate: "" }, "birthDate", "birthDateRequired"],
    ["a day that is none", { birthDate: "1990-02-30" }, "birthDate", "birthDateInvalid"],
    [
      "seventeen years and all but a day",
      { birthDate: dayFrom(new Date(Date.now() - 17.9 * 31_556_952_000), 0) },
      "birthDate",
      "minAge",
    ],
    ["a county without end", { county: "x".repeat(61) }, "county", "tooLong"],
  ])("is refused with %s, as at registration", async (_case, change, field, problem) => {
    const { status, data } = await replyOf(page.action, "/profile", { as: noah, form: { ...details, ...change } });
    expect([status, data.intent]).toEqual([422, "details"]);
    expect((data.refused as { error: object }).error).toEqual({ [field]: [problem] });
  });

  it("shows other accounts of the same person to staff only", async () => {
    const [one, turned] = [
      await person({ firstName: "Zoë", lastName: "Adler", birthDate: "1971-03-04" }),
      await person({ firstName: "Adler", lastName: "Zoe", birthDate: "1971-03-04" }),
    ];
    await person({ firstName: "Tom", lastName: "Adler", birthDate: "1971-03-04" });
    const { data } = await replyOf(page.loader, `/profile?uid=${one.id}`, { as: admin });
    expect(data.duplicates).toEqual([{ id: turned.id, email: turned.email }]);
    expect((await replyOf(page.loader, "/profile", { as: one })).data.duplicates).toEqual([]);
  });

  it("locks a winner's name and birth date until the prize is handed over", async () => {
    const drawn = await drawnDraw(ctx);
    const { winner_id } = await ctx.db
      .selectFrom("lotteries")
      .select("winner_id")
      .where("id", "=", drawn.id)
      .executeTakeFirstOrThrow();
    const { userId, sessionToken, email } = await registered(ctx);
    const me = { id: userId, email, cookie: sessionCookie(ctx, sessionToken).split(";")[0] ?? "" };
    await ctx.db.updateTable("users").set({ email: null, joined_to: me.id }).where("id", "=", winner_id).execute();
    const own = { ...details, firstName: "Amelia", lastName: "Hart", birthDate: "1990-05-17" };
    for (const [field, value] of [
      ["lastName", "Thief"],
      ["birthDate", "1970-01-01"],
    ] as const) {
      const { status, data } = await replyOf(page.action, "/profile", { as: me, form: { ...own, [field]: value } });
      expect([status, (data.refused as { error: object }).error]).toEqual([409, { [field]: ["identityFixed"] }]);
    }
    expect(await sentTo(page.action, "/profile", { as: me, form: { ...own, county: "Fife" } })).toMatchObject({
      to: "/profile?tab=details",
    });
    await ctx.owner.query("UPDATE draws SET prize_delivered_at = now() WHERE lottery_id = $1", [drawn.id]);
    expect(await sentTo(page.action, "/profile", { as: me, form: { ...own, lastName: "Reed" } })).toMatchObject({
      to: "/profile?tab=details",
    });
  });

  it("cannot change other fields", async () => {
    const me = await person();
    await sentTo(page.action, "/profile", { as: me, form: { ...details, email: "x@y.test", id: amelia.id, is_admin: "true" } });
    expect((await replyOf(page.loader, "/profile", { as: me })).data).toMatchObject({ profile: { id: me.id, email: me.email } });
    expect((await replyOf(page.loader, "/profile", { as: amelia })).data).toMatchObject({ profile: { firstName: "Amelia" } });
  });

  it("keeps a choice, and its history, once for each change", async () => {
    const me = await person();
    const changes: Record<string, string>[] = [{ given: "on" }, { given: "on" }, {}];
    for (const choice of changes)
      await sentTo(page.action, "/profile", { as: me, form: { intent: "choice", kind: "marketing", ...choice } });
    const beside = { intent: "choice", kind: "marketing", editing: "1" };
    expect((await sentTo(page.action, "/profile", { as: me, form: beside })).to).toBe("/profile?tab=details&edit=1");
    const rows = await ctx.db
      .selectFrom("consents")
      .select(["given", "source"])
      .where("user_id", "=", me.id)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { given: false, source: "registration" },
      { given: true, source: "profile" },
      { given: false, source: "profile" },
    ]);
    expect((await replyOf(page.action, "/profile", { as: me, form: { intent: "choice", kind: "admin" } })).status).toBe(400);
  });
});

describe("security", () => {
  const change = { intent: "password", currentPassword: PASSWORD, password: "Green8Meadow", confirmPassword: "Green8Meadow" };

  it.each([
    ["a weak one", { password: "meadow", confirmPassword: "meadow" }, { password: ["passwordNeedsUppercase"] }],
    ["no confirmation", { confirmPassword: "" }, { confirmPassword: ["confirmPasswordRequired"] }],
    ["two different ones", { confirmPassword: "Other8Meadow" }, { confirmPassword: ["passwordMismatch"] }],
    ["a wrong current one", { currentPassword: "Wrong1Password" }, { currentPassword: ["currentPasswordWrong"] }],
    ["no current one", { currentPassword: "" }, { currentPassword: ["currentPasswordRequired"] }],
    [
      "none at all",
      { currentPassword: "", password: "", confirmPassword: "" },
      { password: ["passwordRequired"], currentPassword: ["currentPasswordRequired"] },
    ],
  ])("a password is not changed with %s", async (_case, wrong, refusal) => {
    const { status, data } = await replyOf(page.action, "/profile", { as: noah, form: { ...change, ...wrong } });
    expect([status, data]).toMatchObject([422, { intent: "password", refused: { error: refusal, initialValue: {} } }]);
    expect(JSON.stringify(data)).not.toMatch(/meadow/i);
  });

  it("a password is changed, and an address asked for", async () => {
    const before = await person();
    const { cookies } = await sentTo(page.action, "/profile", { as: before, form: change });
    expect(cookies).toContain("flash=passwordUpdateSuccess");
    // The browser gets a new cookie; the former one no longer works.
    expect((await sentTo(page.loader, "/profile", { as: before })).to).toMatch("/login");
    const me = { ...before, cookie: /^session=[^;]+/m.exec(cookies)?.[0] ?? "" };
    const email = { intent: "email", newEmail: "ada.new@example.com", currentPassword: change.password };
    expect((await sentTo(page.action, "/profile", { as: me, form: email })).cookies).toContain("flash=emailChangeSent");
    await ctx.db.updateTable("users").set({ email_verified: true }).where("email", "=", amelia.email).execute();
    const taken = await replyOf(page.action, "/profile", { as: me, form: { ...email, newEmail: amelia.email } });
    expect([taken.status, taken.data]).toEqual([409, refusedFor("userAlreadyExists")]);
  });

  it("the word and the password delete the account and its session", async () => {
    const me = await person();
    const form = { intent: "delete", word: "DELETE", currentPassword: PASSWORD };
    const wrong = async (as: typeof me, change: object) =>
      (await replyOf(page.action, "/profile", { as, form: { ...form, ...change } })).data;
    expect(await wrong(me, { word: "Delete" })).toEqual(refusedFor("deleteConfirm"));
    expect(await wrong(me, { currentPassword: "x" })).toEqual(refusedFor("currentPasswordWrong"));
    expect(await wrong(admin as typeof me, {})).toEqual(refusedFor("deleteAdmin"));
    const { to, cookies } = await sentTo(page.action, "/profile", { as: me, form });
    expect([to, cookies]).toEqual(["/", expect.stringMatching(/flash=deleteSuccess[\s\S]*session=;/)]);
    expect((await sentTo(page.loader, "/profile", { as: me })).to).toBe("/login?next=%2Fprofile");
  });

  it("lists open entries before the deletion", async () => {
    const { data } = await replyOf(page.loader, "/profile?tab=security", { as: amelia, locale: "fr" });
    expect(data).toMatchObject({
      live: [{ id: lottery, title: "Valmont GT-10 (fr)", tickets: 15, isFrozen: false }],
      devices: [{ isCurrent: true }],
    });
  });

  it("signing out ends the session", async () => {
    const me = await person();
    expect(await sentTo(page.action, "/profile", { as: me, form: { intent: "sign-out" } })).toMatchObject({ to: "/" });
    expect((await sentTo(page.loader, "/profile", { as: me })).to).toMatch(/^\/login/);
  });

  const failures: [string, Record<string, string>, string][] = [
    ["sign-out", {}, "signOutError"],
    ["choice", { kind: "marketing", given: "on" }, "choiceError"],
    ["password", { ...change }, "passwordUpdateError"],
    ["delete", { word: "DELETE", currentPassword: PASSWORD }, "deleteError"],
  ];
  it.each(failures)("if the database fails, %s reports it and changes nothing", async (intent, form, refusal) => {
    const me = await person();
    const fails = () => {
      throw new Error("the database is gone");
    };
    const broken = {
      ...ctx,
      db: new Proxy(ctx.db, {
        get: (db, key) => (key === "deleteFrom" || key === "transaction" ? fails : fromTable(db, key, "", fails)),
      }),
    };
    const { status, data } = await replyOf(page.action, "/profile", { as: me, form: { ...form, intent }, on: broken });
    expect([status, data.intent, data]).toEqual([503, intent, refusedFor(refusal)]);
    expect((await replyOf(page.loader, "/profile", { as: me })).data).toMatchObject({
      kind: "full",
      profile: { marketing: false },
    });
  });
});

it("the data export is complete, without credentials", async () => {
  const dispute = { provider_id: "du_told", order_id: orderId, standing: "won", status: "won", reason: "fraudulent" } as const;
  const [opened_at, closed_at] = [new Date("2026-11-20T10:00:00Z"), new Date("2026-11-21T10:00:00Z")];
  const about = { amount_pence: 40_486, after_freeze: false, opened_at, closed_at, checked_at: closed_at };
  const { id: disputeId } = await ctx.db
    .insertInto("disputes")
    .values({ ...dispute, ...about, is_submitted: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: draftId } = await ctx.db
    .insertInto("disputes")
    .values({ ...dispute, ...about, provider_id: "du_draft", standing: "inquiry", closed_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [dispute_id, note] of [
    [disputeId, "She wrote on Monday."],
    [draftId, "Not yet sent."],
  ] as const)
    await ctx.db.insertInto("dispute_notes").values({ dispute_id, note, saved_at: closed_at }).execute();
  const file = { kind: "receipt", name: "receipt.pdf", type: "application/pdf", content: Buffer.from("%PDF-") } as const;
  await ctx.db
    .insertInto("dispute_files")
    .values({ ...file, dispute_id: disputeId, added_at: closed_at })
    .execute();
  await bookedDocuments(ctx)(orderId);
  await setSpendingLimit(ctx, amelia.id, pence(50_000));
  const reply = (await call(exported.get, "/profile/data.json", { as: amelia })) as Response;
  expect(reply.headers.get("Content-Disposition")).toMatch(/^attachment; filename="concours-my-data-\d{4}-\d\d-\d\d\.json"$/);
  const text = await reply.text();
  expect(JSON.parse(text)).toMatchObject({
    profile: { email: amelia.email, first_name: "Amelia", birth_date: "1990-05-17" },
    consents: [{ kind: "marketing", given: false, source: "registration" }],
    sessions: [{ address: "203.0.113.7", browser: "tests" }],
    limits: {},
    account_log: [{ action: "account.export", by_owner: true }],
    limit_changes: [{ kind: "limit", limit: 500, asked: null }],
    two_step_sign_in_since: null,
    orders: [
      {
        ...{ id: orderId, total: 404.86, taken: 404.86, card_funding: "debit" },
        disputes: [
          {
            ...{ amount: 404.86, standing: "won", statement_to_bank: "She wrote on Monday." },
            files_to_bank: [{ kind: "receipt", name: "receipt.pdf" }],
          },
          { standing: "inquiry", statement_to_bank: null, files_to_bank: [] },
        ],
      },
    ],
    documents: [{ order_id: orderId, kind: "receipt", number: expect.stringMatching(/^R-\d{6}$/), amount: 404.86, vat: 0 }],
    messages_sent: [],
    messages_written: [],
  });
  expect(JSON.parse(text).tickets).toHaveLength(15);
  expect(JSON.parse(text).tickets[0]).toMatchObject({
    number: expect.stringMatching(/^CONC-\d{4}-\d{6}$/),
    tag: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(text).not.toContain(amelia.cookie.split("=")[1]);
  expect(text).not.toMatch(/password|token/i);
  expect((await sentTo(exported.get, "/profile/data.json")).to).toMatch(/^\/login/);
});

it("the data export is limited to ten times an hour, because each one is logged permanently", async () => {
  const me = await person();
  const exportData = async () => (await call(exported.get, "/profile/data.json", { as: me, locale: "fr" })) as Response;
  for (let n = 0; n < 10; n++) expect((await exportData()).status).toBe(200);
  const refused = await exportData();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused.text()).toMatch(/^Trop de tentatives\. Réessayez dans \d+\u00a0minutes$/);
  const { rows } = await ctx.pool.query("SELECT count(*)::int AS lines FROM audit_log WHERE subject_id = $1", [me.id]);
  expect(rows).toEqual([{ lines: 10 }]);
});

it("a player of two thousand tickets is read in a moment", async () => {
  const many = await person();
  const big = await makeLottery(ctx, { tickets_available: 5000 });
  const span = { from: new Date(ctx.now().getTime() - 3_600_000), until: ctx.now() };
  await ctx.db.transaction().execute((tx) =>
    fillDraw(tx, {
      lotteryId: big,
      unitPrice: 2999,
      sold: 2000,
      ...span,
      playerIds: [many.id],
      luck: seededRandom(2),
      prefix: "many",
    }),
  );
  const begun = process.cpuUsage();
  const { data } = await replyOf(page.loader, "/profile", { as: many });
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
  expect((data.history as { tickets: number }).tickets).toBeGreaterThanOrEqual(2000);
});

it.each(LOCALES)("every message of the profile is there in %s", (locale) => {
  const keys = [
    "profileNotFound",
    "loadError",
    "signOutError",
    "profileUpdateSuccess",
    "profileUpdateError",
    "passwordRequirements",
  ];
  keys.push(
    "passwordMismatch",
    "passwordUpdateSuccess",
    "passwordUpdateError",
    "deleteConfirm",
    "deleteSuccess",
    "deleteError",
    "deleteAdmin",
    "deleteAddressChanged",
  );
  const texts = keys.map((key) => textOf(locale, key));
  expect(texts.filter((text, i) => text === keys[i] || text === "")).toEqual([]);
  expect(new Set(texts).size).toBe(keys.length);
});

/** A database in which one table fails. */
function fromTable(db: TestCtx["db"], key: string | symbol, table: string, fails: () => never): unknown {
  const value: unknown = Reflect.get(db, key, db);
  if (typeof value !== "function") return value;
  return (...args: unknown[]) => {
    if (args[0] === table) fails();
    return Reflect.apply(value, db, args);
  };
}
