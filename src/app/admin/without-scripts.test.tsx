/** Forms of the back office sent without scripts: typed text and colleagues' changes are preserved. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeRegular, makeUser } from "#demo/makers.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import { reauthedAdmin, registered } from "#features/accounts/server/accounts.fixture.ts";
import { drawnDraw, filledDraw } from "#features/draws/server/draws.fixture.ts";
import { sendContactMessage } from "#features/inbox/server/send-contact-message.ts";
import { handle as usersHandle } from "#features/orders/admin/users/users-page.tsx";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { finishAlert } from "#features/staff/server/alerts/alerts.ts";
import { inviteStaff } from "#features/staff/server/team/invite-staff.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { sendFailure } from "#ui/fields/failures.ts";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import { refusedReply } from "#ui/forms/reply.fixture.ts";
import { type Fields, fieldOf, ownerCookie, saidOf, withoutScripts } from "./without-scripts.fixture.tsx";

let ctx: TestCtx;
let cookie: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  cookie = await ownerCookie(ctx);
});
afterAll(() => ctx.close());

const said = (key: "admin-approvals:approvals.asked" | "admin-people:staff.proposed") => ctx.messages.en.t(key);

/** From then on some actions need a second person. */
async function withSecondOwner() {
  const { id } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id, role: "owner" }).execute();
}

/** The element that has the focus when the question opens. */
const focusOf = (html: string) => html.match(/<(\w+)[^>]* autofocus=""/i)?.[1];

describe("a waiting room", () => {
  const PLAN = { intent: "set", opens_at: "", gather_minutes: "30", per_minute: "100", most_inside: "200" };
  const ofRoom = async () => {
    const id = await makeLottery(ctx);
    const path = "/admin/lotteries/:lotteryId/queue";
    const address = `/admin/lotteries/${id}/queue`;
    return (fields?: Fields) => withoutScripts(ctx, path, { address, cookie, ...(fields && { fields }) });
  };

  it("does not overwrite a colleague's change unread", async () => {
    const room = await ofRoom();
    const shown = await room();
    const version = shown.field("version") ?? "-";
    expect((await room({ ...PLAN, version })).status).toBe(200);
    // Pressed twice, it is saved once, and no conflict with a colleague is reported.
    expect((await room({ ...PLAN, version })).status).toBe(200);

    const mine = await room({ ...PLAN, version, per_minute: "7" });
    expect(mine.status).toBe(409);
    expect(saidOf(mine)).toEqual([ctx.messages.en.t("admin-lotteries:queue.errors.changed_meanwhile")]);
    expect(mine.field("per_minute")).toBe("7");
    expect((await room()).field("per_minute")).toBe("100");

    expect((await room({ ...PLAN, version: mine.field("version") ?? "", per_minute: "7" })).status).toBe(200);
    expect((await room()).field("per_minute")).toBe("7");
  });

  it("that a colleague closed is not reopened by saving its settings", async () => {
    const room = await ofRoom();
    await room({ ...PLAN, version: "" });
    const version = (await room()).field("version") ?? "";
    await room({ intent: "close" });
    expect((await room({ ...PLAN, version, per_minute: "7" })).status).toBe(409);
    expect((await room()).html).toContain(ctx.messages.en.t("admin-lotteries:queue.switchOn"));
  });

  it("that is refused keeps what was typed", async () => {
    const room = await ofRoom();
    for (const [name, value] of [
      ["opens_at", "tomorrow"],
      ["most_inside", "many"],
    ] as const) {
      const refused = await room({ ...PLAN, version: "", per_minute: "55", [name]: value });
      expect(refused.status).toBe(422);
      expect([refused.field("per_minute"), refused.field(name)]).toEqual(["55", value]);
    }
  });
});

describe("a key", () => {
  it("is created and shown once, however often its button is pressed", async () => {
    const shown = await withoutScripts(ctx, "/admin/api-keys", { cookie });
    const requestKey = shown.field("requestKey") ?? "-";
    const fields = { intent: "create", name: "Pressed", scope: "orders.read", days: "90", requestKey };
    const create = () => withoutScripts(ctx, "/admin/api-keys", { cookie, fields });
    const told = ({ html }: Awaited<ReturnType<typeof create>>) => html.match(/ck_(?:live|test)_[0-9A-Za-z]{58}/)?.[0];
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(told(first)).toBeTypeOf("string");
    expect(told(second)).toBe(told(first));
    const made = ctx.db.selectFrom("api_keys").select("id").where("name", "=", "Pressed");
    expect(await made.execute()).toHaveLength(1);
    // A request key belongs to one form: a changed form sent with it is refused.
    for (const change of [{ name: "Other" }, { scope: "draws.read" }, { scope: ["orders.read", "draws.read"] }, { days: "30" }]) {
      const other = await withoutScripts(ctx, "/admin/api-keys", { cookie, fields: { ...fields, ...change } });
      expect(other.status).toBe(422);
      expect(told(other)).toBeUndefined();
      expect(saidOf(other)).toEqual([ctx.messages.en.t("admin-api:keys.errors.form_used")]);
    }
    expect(await made.execute()).toHaveLength(1);
    expect(second.field("requestKey")).not.toBe(requestKey);
  });
});

describe("an order's refund", () => {
  it("of another amount with a used form is refused once, and then made with the new key and amount left", async () => {
    const placed = await order(ctx, await makeLottery(ctx), 1);
    await pay(ctx, placed.sessionId);
    await settleOrder(ctx, placed.sessionId);
    const refund = (fields?: Fields) =>
      withoutScripts(ctx, "/admin/orders/:orderId", {
        ...{ address: `/admin/orders/${placed.orderId}?ask=refund`, cookie },
        ...(fields && { fields: { intent: "refund", part: "amount", reason: "They asked.", ...fields } }),
      });
    const shown = await refund();
    const form = { requestKey: shown.field("requestKey") ?? "-", left: shown.field("left") ?? "-" };
    expect((await refund({ ...form, amount: "10" })).status).toBe(200);
    await sendRefund(ctx, placed.orderId);
    const changed = await refund({ ...form, amount: "15" });
    expect(changed.status).toBe(409);
    const corrected = { requestKey: changed.field("requestKey") ?? "-", left: changed.field("left") ?? "-" };
    expect((await refund({ ...corrected, amount: "15" })).status).toBe(200);
    const refunds = ctx.db.selectFrom("refunds").select("amount_pence").where("order_id", "=", placed.orderId);
    expect((await refunds.orderBy("amount_pence").execute()).map((row) => row.amount_pence)).toEqual([1_000, 1_500]);
  });
});

describe("a webhook endpoint", () => {
  it("does not overwrite a colleague's change unread", async () => {
    const added = { intent: "add", url: "https://crm.example.com/hook", event: "order.paid" };
    const add = () => withoutScripts(ctx, "/admin/webhooks", { cookie, fields: added });
    expect((await add()).status).toBe(200);
    // Pressed twice, the second reply is a conflict.
    expect((await add()).status).toBe(409);
    const { id } = await ctx.db.selectFrom("webhook_endpoints").select("id").executeTakeFirstOrThrow();
    const endpoint = (fields?: Fields) =>
      withoutScripts(ctx, "/admin/webhooks/:endpointId", { address: `/admin/webhooks/${id}`, cookie, ...(fields && { fields }) });
    const version = (await endpoint()).field("version") ?? "-";
    const theirs = { intent: "change", version, url: "https://new.example.com/hook", event: ["order.paid", "draw.drawn"] };
    expect((await endpoint(theirs)).status).toBe(200);
    expect((await endpoint(theirs)).status).toBe(200);

    const my = { ...theirs, url: "https://mine.example.com/hook", event: "order.paid" };
    const refused = await endpoint(my);
    expect(refused.status).toBe(409);
    expect(saidOf(refused)).toEqual([ctx.messages.en.t("admin-api:hooks.errors.changed_meanwhile")]);
    expect(refused.field("url")).toBe(my.url);
    expect((await endpoint()).field("url")).toBe(theirs.url);
    expect((await endpoint({ ...my, version: refused.field("version") ?? "" })).status).toBe(200);

    // How a French sentence writes the time: « jusqu’au 27 novembre 2026 à 22 h 22 ».
    expect((await endpoint({ intent: "rotate" })).status).toBe(200);
    const french = await withoutScripts(ctx, "/admin/webhooks/:endpointId", {
      ...{ address: `/admin/webhooks/${id}` },
      cookie,
      locale: "fr",
    });
    expect(french.html).toMatch(/jusqu’au \S+\s\S+\s\d{4} à \d{1,2}\sh\s\d\d\./);
  });
});

it("refusals that scripts show in a toast are shown", async () => {
  const id = await makeLottery(ctx, { status: "cancelled" });
  const address = `/admin/lotteries/${id}/queue`;
  const asked = { address, cookie, fields: { intent: "pause" } };
  const refused = await withoutScripts(ctx, "/admin/lotteries/:lotteryId/queue", asked);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain(ctx.messages.en.t("admin-lotteries:queue.errors.failed"));
});

describe("a refusal keeps typed text", () => {
  const JOURNAL = "/admin/journal";
  const send = (path: string, fields: Fields) => withoutScripts(ctx, path, { cookie, fields });
  const books = (key: "errors.bad_rate" | "errors.no_amount" | "errors.bad_label") => [ctx.messages.en.t(`admin-books:${key}`)];

  it("to a rate of VAT", async () => {
    const typed = { appliesTo: "fees", code: "Half", rate: "many", from: "2099-01-31" };
    const refused = await send(JOURNAL, { intent: "vat", ...typed });
    expect([refused.status, saidOf(refused)]).toEqual([422, books("errors.bad_rate")]);
    for (const [name, value] of Object.entries(typed)) expect(refused.field(name), name).toBe(value);
  });

  it("to the codes of the accounts, whose form is open", async () => {
    const shown = await withoutScripts(ctx, JOURNAL, { cookie });
    const names = [...shown.html.matchAll(/name="((?:code|name)_[a-z_]+)"/g)].map(([, name = ""]) => name);
    const typed: Record<string, string> = {
      ...Object.fromEntries(names.map((name) => [name, `My ${name}`.slice(0, 9)])),
      untaxed: "None",
    };
    const refused = await send(JOURNAL, { intent: "labels", version: "0", ...typed, [names[1] ?? ""]: "" });
    expect([refused.status, saidOf(refused)]).toEqual([422, books("errors.bad_label")]);
    expect([refused.field(names[0] ?? ""), refused.field("untaxed")]).toEqual([typed[names[0] ?? ""], "None"]);
    expect(refused.html).toContain("<details open");
  });

  it("to what a prize cost", async () => {
    await makeLottery(ctx);
    const lotteryId = await makeLottery(ctx);
    const typed = { lotteryId, amount: "a lot", day: "2026-01-31", note: "Invoice 7" };
    const refused = await send("/admin/profit", { intent: "cost", ...typed });
    expect([refused.status, saidOf(refused)]).toEqual([422, books("errors.no_amount")]);
    for (const [name, value] of Object.entries(typed)) expect(refused.field(name), name).toBe(value);
  });

  it("to an agreed fee", async () => {
    const typed = { provider: "stripe", rate: "1.4", fixed: "many", from: "2099-01-31" };
    const refused = await send("/admin/payments", { intent: "fee", ...typed });
    expect([refused.status, saidOf(refused)]).toEqual([422, [ctx.messages.en.t("admin-payments:fees.problems.bad_fixed")]]);
    for (const [name, value] of Object.entries(typed)) expect(refused.field(name), name).toBe(value);
  });

  it("to a new key", async () => {
    const refused = await send("/admin/api-keys", { intent: "create", name: "CRM", scope: "orders.read", days: "7" });
    expect([refused.status, refused.field("name")]).toEqual([422, "CRM"]);
    expect(refused.html).toMatch(/value="orders.read"[^>]* checked|checked=""[^>]* value="orders.read"/);
    expect(saidOf(refused)).toEqual([ctx.messages.en.t("admin-api:keys.errors.bad_expiry")]);
    const nameless = await send("/admin/api-keys", { intent: "create", name: "", scope: "orders.read", days: "365" });
    expect(nameless.field("days")).toBe("365");
  });

  it("to a step of a prize, in its own draw and no other", async () => {
    const [draw, other] = [await drawnDraw(ctx), await drawnDraw(ctx)];
    const step = { intent: "prize", lotteryId: draw.id, step: "contacted", day: "2026-02-30" };
    for (const locale of ["en", "fr"] as const) {
      const refused = await withoutScripts(ctx, "/admin/winners", { cookie, fields: step, locale });
      expect(refused.status).toBe(409);
      expect(saidOf(refused)).toEqual([expect.stringContaining(ctx.messages[locale].t("admin-draws:winners.prize.outOfOrder"))]);
      const day = (id: string) => refused.html.match(new RegExp(`<input[^>]*id="day-${id}-1"[^>]*>`))?.[0];
      expect(day(draw.id)).toContain('value="2026-02-30"');
      expect(day(other.id)).toContain(`value="${londonDate(ctx.now())}"`);
    }
  });

  it("to the decision on a colleague's proposal", async () => {
    const { userId } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId, role: "owner" }).execute();
    const invite = { email: "new.colleague@example.com", role: "owner", locale: "en", reason: "Our new bookkeeper" } as const;
    const asked = await inviteStaff(ctx, reauthedAdmin(ctx, userId), invite);
    expect(asked.ok).toBe(true);
    const { id } = await ctx.db.selectFrom("proposals").select("id").orderBy("proposed_at", "desc").executeTakeFirstOrThrow();
    // Enter in its field must not decide.
    expect((await withoutScripts(ctx, "/admin/approvals", { cookie })).html).toContain(`<textarea name="note"`);
    const decide = (decision: string, note = "") => send("/admin/approvals", { id, decision, note });
    const refused = await decide("refuse");
    expect([refused.status, saidOf(refused)]).toEqual([422, [ctx.messages.en.t("admin-approvals:approvals.noteNeeded")]]);
    const done = await decide("refuse", "Nobody asked me");
    expect([done.status, done.html.includes(ctx.messages.en.t("admin-approvals:approvals.refused"))]).toEqual([200, true]);
    const late = await decide("refuse", "Nobody asked me");
    expect(late.status).toBe(409);
    expect(saidOf(late)).toHaveLength(1);
  });
});

describe("a confirmation page", () => {
  /** Follows the button to its confirmation form, and sends `fields` with the hidden ones. */
  const ask = async (page: { path: string; address?: string }, question: string, fields: Fields = {}) => {
    const { path, address = path } = page;
    const shown = await withoutScripts(ctx, path, { address, cookie });
    expect(shown.html).toContain(`<input type="hidden" name="ask" value="${question}"/>`);
    expect(shown.html).not.toContain('role="dialog"');
    const asking = `${address}?ask=${question}`;
    const asked = (await withoutScripts(ctx, path, { address: asking, cookie })).html.split('role="dialog"')[1] ?? "";
    expect(asked).toContain(`href="${address}"`);
    const hidden = [
      ...(asked.match(/<form.*?<\/form>/s)?.[0] ?? "").matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g),
    ];
    const carried = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
    const sent = await withoutScripts(ctx, path, { address: asking, cookie, fields: { ...carried, ...fields } });
    return { sent, isAskedStill: sent.html.includes('role="dialog"') };
  };

  it("deletes a user", async () => {
    const { userId } = await registered(ctx);
    const reason = "Asked for it by phone";
    expect(await ask({ path: "/admin/users" }, `delete:${userId}`, { reason })).toMatchObject({
      sent: { status: 200 },
      isAskedStill: false,
    });
    expect(
      await ctx.db.selectFrom("users").select("id").where("id", "=", userId).where("erased_at", "is", null).execute(),
    ).toEqual([]);
  });

  it("says why a user stays", async () => {
    const { id } = await ctx.db.selectFrom("admin_user").select("id").executeTakeFirstOrThrow();
    const refused = await ask({ path: "/admin/users" }, `delete:${id}`, { reason: "Has left" });
    expect([refused.sent.status, refused.isAskedStill]).toEqual([409, true]);
    expect(saidOf(refused.sent)).toEqual([expect.stringContaining(ctx.messages.en.t("admin-people:users.isAdmin"))]);
  });

  it("deletes a draw", async () => {
    const id = await makeLottery(ctx, { status: "draft" });
    expect(await ask({ path: "/admin/lotteries" }, `delete:${id}`)).toMatchObject({ sent: { status: 200 }, isAskedStill: false });
    expect(await ctx.db.selectFrom("lotteries").select("id").where("id", "=", id).execute()).toEqual([]);
  });

  it("invites to the staff", async () => {
    const refused = await ask({ path: "/admin/staff" }, "invite", {
      email: "nobody",
      role: "support",
      locale: "en",
      reason: "New",
    });
    expect([refused.sent.status, refused.isAskedStill]).toEqual([422, true]);
    const invited = { email: "zoe.new@example.com", role: "support", locale: "en", reason: "New at the desk" };
    expect(await ask({ path: "/admin/staff" }, "invite", invited)).toMatchObject({ sent: { status: 200 }, isAskedStill: false });
  });

  it("closes a month and a waiting room", async () => {
    const month = londonDate(new Date(ctx.now().getTime() - 40 * 86_400_000)).slice(0, 7);
    const shown = await withoutScripts(ctx, "/admin/journal", { address: `/admin/journal?month=${month}&ask=close`, cookie });
    expect(shown.html.split('role="dialog"')[1]).toContain(`name="month" value="${month}"`);

    const id = await makeLottery(ctx);
    const room = { path: "/admin/lotteries/:lotteryId/queue", address: `/admin/lotteries/${id}/queue` };
    const plan = { intent: "set", opens_at: "", gather_minutes: "30", per_minute: "100", most_inside: "200", version: "" };
    await withoutScripts(ctx, room.path, { ...room, cookie, fields: plan });
    expect(await ask(room, "close")).toMatchObject({ sent: { status: 200 }, isAskedStill: false });
  });

  it("revokes a key, and shows the one that replaces it", async () => {
    await withoutScripts(ctx, "/admin/api-keys", {
      cookie,
      fields: { intent: "create", name: "Shelf", scope: "orders.read", days: "90" },
    });
    const { id } = await ctx.db.selectFrom("api_keys").select("id").where("name", "=", "Shelf").executeTakeFirstOrThrow();
    const replaced = await ask({ path: "/admin/api-keys" }, `rotate:${id}`);
    expect(replaced.isAskedStill).toBe(false);
    expect(replaced.sent.html).toContain(ctx.messages.en.t("admin-api:keys.made"));
    expect(await ask({ path: "/admin/api-keys" }, `revoke:${id}`)).toMatchObject({ sent: { status: 200 }, isAskedStill: false });
  });

  it("draws a winner, with a reason if early", async () => {
    const id = await makeLottery(ctx);
    const refused = await withoutScripts(ctx, "/admin/draw", {
      address: `/admin/draw?ask=draw:${id}`,
      cookie,
      fields: { intent: "draw", lotteryId: id },
    });
    expect(refused.status).toBeGreaterThanOrEqual(409);
    expect(saidOf(refused)).toHaveLength(1);
    expect(refused.html).toContain('role="dialog"');
  });
});

it("a statement without its French is refused, keeps the English, and is published once both are there", async () => {
  const send = (fields: Fields) => withoutScripts(ctx, "/admin/practice", { cookie, fields: { key: "signs", ...fields } });
  const refused = await send({ intent: "confirm", text_en: "Ann looks at each one.", text_fr: " " });
  expect([refused.status, refused.field("text_en")]).toEqual([422, "Ann looks at each one."]);
  expect(refused.html).toContain(ctx.messages.en.t("admin-log:practice.statements.empty"));
  const taken = await send({ intent: "confirm", text_en: "Ann looks at each one.", text_fr: "Ann examine chaque cas." });
  expect([taken.status, taken.field("text_fr")]).toEqual([200, "Ann examine chaque cas."]);
  expect(taken.html).toContain(ctx.messages.en.t("admin-log:practice.statementStates.confirmed"));
});

describe("a refused dialog", () => {
  const at = (path: string, question: string, fields?: Fields) =>
    withoutScripts(ctx, path, { address: `${path}?ask=${question}`, cookie, ...(fields && { fields }) });
  const checked = (html: string, name: string) =>
    html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0].includes("checked");

  it("keeps the kind of deletion, and starts without an error", async () => {
    const { id: userId } = await makeRegular(ctx);
    const theirs = ctx.db.selectFrom("tickets").select("lottery_id").where("user_id", "=", userId);
    await ctx.db.updateTable("lotteries").set({ status: "active" }).where("id", "in", theirs).execute();
    await withSecondOwner();
    const question = `delete:${userId}`;
    const fresh = await at("/admin/users", question);
    expect([checked(fresh.html, "forGood"), focusOf(fresh.html)]).toEqual([false, "a"]);
    const refused = await at("/admin/users", question, { intent: "delete", userId, forGood: "on", reason: "" });
    expect([refused.status, checked(refused.html, "forGood"), focusOf(refused.html)]).toEqual([422, true, "div"]);
    expect(refused.html).not.toContain(said("admin-approvals:approvals.asked"));
    const waits = await at("/admin/users", question, { intent: "delete", userId, forGood: "on", reason: "By phone" });
    expect([waits.status, waits.html.includes(said("admin-approvals:approvals.asked"))]).toEqual([200, true]);
    const again = await at("/admin/users", question, { intent: "delete", userId, forGood: "on", reason: "By phone" });
    expect([again.status, again.field("reason"), checked(again.html, "forGood")]).toEqual([409, "By phone", true]);
  });

  it("keeps the length of an exclusion", async () => {
    const { id: userId } = await makeUser(ctx);
    const [rest, asked] = ["exclusion-years", "post"];
    const fields = { intent: "rest", userId, rest, asked, reason: "" };
    const refused = await at("/admin/users", `rest:${userId}`, fields);
    expect([refused.status, refused.field("rest"), refused.field("asked")]).toEqual([422, rest, asked]);
  });

  it("keeps the invited address, and says who has to confirm it", async () => {
    await withSecondOwner();
    const typed = { email: "nobody", role: "owner", locale: "fr", reason: "Our new bookkeeper" };
    const refused = await at("/admin/staff", "invite", { intent: "invite", ...typed });
    expect(refused.status).toBe(422);
    const dialog = refused.html.split('role="dialog"')[1] ?? "";
    for (const [name, value] of Object.entries(typed)) {
      expect(fieldOf(dialog, name), name).toBe(value);
    }
    const email = "second.owner@example.com";
    const waits = await at("/admin/staff", "invite", { intent: "invite", ...typed, email });
    expect([waits.status, waits.html.includes(said("admin-people:staff.proposed"))]).toEqual([200, true]);
  });

  it("keeps the reason of a refund", async () => {
    const path = "/admin/orders/:orderId";
    const { id: userId } = await makeRegular(ctx);
    const { id } = await ctx.db.selectFrom("orders").select("id").where("user_id", "=", userId).executeTakeFirstOrThrow();
    const address = `/admin/orders/${id}?ask=void`;
    const refused = await withoutScripts(ctx, path, { address, cookie, fields: { intent: "void", reason: "Under age" } });
    expect([refused.status >= 400, refused.field("reason")]).toEqual([true, "Under age"]);
  });

  it("keeps the note on an alert that a colleague closed meanwhile", async () => {
    const subject = { type: "shop", id: "note" } as const;
    await raiseAlert(ctx.db, { kind: "refund_failed", subject, at: ctx.now() });
    const { id } = await ctx.db.selectFrom("alerts").select("id").where("subject_id", "=", "note").executeTakeFirstOrThrow();
    const { id: userId } = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId, role: "owner" }).execute();
    expect(await finishAlert(ctx, reauthedAdmin(ctx, userId), { id, note: "Paid by hand" })).toMatchObject({ ok: true });
    for (const locale of ["en", "fr"] as const) {
      const address = `/admin/alerts/${id}?ask=finish`;
      const fields = { intent: "finish", note: "Rang the bank" };
      const refused = await withoutScripts(ctx, "/admin/alerts/:alertId", { address, cookie, fields, locale });
      expect([refused.status, refused.field("note")]).toEqual([409, "Rang the bank"]);
      expect(saidOf(refused)).toEqual([ctx.messages[locale].t("admin-alerts:alerts.doneMeanwhile")]);
    }
  });

  it("keeps the reason for resetting two-step sign-in", async () => {
    const { userId } = await registered(ctx);
    const fields = { intent: "reset-factor", userId, reason: "Has lost the phone" };
    const missing = await at("/admin/users", `reset-factor:${userId}`, { ...fields, reason: " " });
    expect([missing.status, saidOf(missing)]).toEqual([422, [ctx.messages.en.t("admin-people:users.factorReasonNeeded")]]);
    // That user has no second factor.
    const refused = await at("/admin/users", `reset-factor:${userId}`, fields);
    expect([refused.status, refused.field("reason")]).toEqual([409, fields.reason]);
    expect(saidOf(refused)).toEqual([ctx.messages.en.t("admin-people:users.factorFailed")]);
  });

  it("keeps both reasons of an early draw", async () => {
    const { id } = await filledDraw(ctx, { ended: -3, tickets_available: 40, takes_free_entries: false });
    const fields = { intent: "draw", lotteryId: id, reason: "", reasonFr: "Tout est vendu" };
    const missing = await at("/admin/draw", `draw:${id}`, fields);
    expect([missing.status, missing.field("reasonFr")]).toEqual([422, "Tout est vendu"]);
    expect(saidOf(missing)).toEqual([ctx.messages.en.t("admin-draws:draw.dialog.reasonNeeded")]);
    const long = await at("/admin/draw", `draw:${id}`, { ...fields, reason: "So long. ".repeat(150) });
    expect([long.status, long.field("reason")?.slice(0, 8), long.field("reasonFr")]).toEqual([422, "So long.", "Tout est vendu"]);
    expect(saidOf(long)).toEqual([ctx.messages.en.t("admin-draws:draw.dialog.reasonTooLong")]);
  });

  it("keeps the chosen role, in that member's dialog only", async () => {
    await withSecondOwner();
    const { id } = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id, role: "support" }).execute();
    const fields = { intent: "role", id, from: "support", role: "owner", reason: "" };
    const refused = await at("/admin/staff", `role:${id}`, fields);
    expect(refused.status).toBe(422);
    expect(refused.html.split('role="dialog"')).toHaveLength(2);
    const dialog = refused.html.split('role="dialog"')[1] ?? "";
    expect(fieldOf(dialog, "role")).toBe("owner");
    expect(saidOf(refused)).toEqual([ctx.messages.en.t("admin-people:staff.refusals.reason_needed")]);
  });
});

describe("the result of a form is shown once", () => {
  const told = (html: string, tone: "success" | "danger") =>
    [...html.matchAll(new RegExp(`class="note" data-tone="${tone}"[^>]*>.*?<p class="font-\\[560\\]">(.*?)</p>`, "gs"))].map(
      ([, text]) => text,
    );
  const send = (path: string, fields: Fields, address = path) => withoutScripts(ctx, path, { address, cookie, fields });

  it("with its own text after success", async () => {
    for (const locale of ["en", "fr"] as const) {
      const subject = { type: "shop", id: `done in ${locale}` } as const;
      await raiseAlert(ctx.db, { kind: "refund_failed", subject, at: ctx.now() });
      const { id } = await ctx.db
        .selectFrom("alerts")
        .select("id")
        .where("subject_id", "=", subject.id)
        .executeTakeFirstOrThrow();
      const finish = (note: string) =>
        withoutScripts(ctx, "/admin/alerts/:alertId", {
          ...{ address: `/admin/alerts/${id}?ask=finish`, cookie, locale },
          fields: { intent: "finish", note },
        });
      expect(told((await finish("")).html, "success")).toEqual([]);
      expect(told((await finish("Topped up")).html, "success")).toEqual([
        ctx.messages[locale].t("admin-alerts:alerts.doneToast"),
      ]);
    }
    const draft = await makeLottery(ctx, { status: "draft" });
    const deleted = await send("/admin/lotteries", { intent: "delete", lotteryId: draft });
    expect(told(deleted.html, "success")).toEqual([ctx.messages.en.t("admin-lotteries:lotteries.deleted")]);
    const draw = await drawnDraw(ctx);
    const step = { intent: "prize", lotteryId: draw.id, step: "contacted", day: londonDate(ctx.now()) };
    expect(told((await send("/admin/winners", step)).html, "success")).toEqual([
      ctx.messages.en.t("admin-draws:winners.prize.saved"),
    ]);
  });

  it("and never as success after a refusal or before confirmation", async () => {
    const untitled = await send("/admin/lotteries", { intent: "save", title_en: "" }, "/admin/lotteries?form=new");
    expect([untitled.status, told(untitled.html, "success")]).toEqual([422, []]);
    const promised = await makeLottery(ctx);
    const improved = await send("/admin/lotteries", { intent: "improve" }, `/admin/lotteries?form=${promised}`);
    expect([improved.status, told(improved.html, "success")]).toEqual([422, []]);
    const settings = await send("/admin/settings", { intent: "email", newEmail: "new.desk@example.com" });
    expect(told(settings.html, "success")).toEqual([ctx.messages.en.t("admin-people:settings.emailSent")]);
    const { id } = await filledDraw(ctx, { ended: 30, takes_free_entries: false });
    const asked = await send("/admin/draw", { intent: "draw", lotteryId: id });
    expect([asked.status, told(asked.html, "success")]).toEqual([200, []]);
  });

  it("with the name of its form after a refusal", async () => {
    const draw = await drawnDraw(ctx);
    const late = await send("/admin/winners", { intent: "name", lotteryId: draw.id, isHidden: "true", shown: "999" });
    expect([late.status, told(late.html, "danger")]).toEqual([409, [ctx.messages.en.t("admin-draws:winners.updateFailed")]]);
    const missing = await send("/admin/winners/imported", { intent: "remove", id: "3f2b8f2e-0000-4000-8000-000000000001" });
    expect([missing.status, told(missing.html, "danger")]).toEqual([
      404,
      [ctx.messages.en.t("admin-draws:imported.removeFailed")],
    ]);
  });
});

it("actions that need re-authentication are marked, so that scripts ask before sending", async () => {
  const { id: userId } = await makeRegular(ctx);
  const { id: orderId } = await ctx.db
    .selectFrom("orders")
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "=", "paid")
    .executeTakeFirstOrThrow();
  const letter = { name: "Zoe", email: "zoe@example.com", subject: "Hello", message: "A question about my tickets" };
  const sent = await sendContactMessage(ctx, {
    fields: letter,
    decoy: "",
    address: "192.0.2.7",
    locale: "en",
    isComplaint: false,
  });
  expect(sent.ok).toBe(true);
  const message = await ctx.db.selectFrom("contact_messages").select("id").executeTakeFirstOrThrow();
  const proposer = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: proposer.userId, role: "owner" }).execute();
  const invite = { email: "marked@example.com", role: "owner", locale: "en", reason: "Our new bookkeeper" } as const;
  await inviteStaff(ctx, reauthedAdmin(ctx, proposer.userId), invite);
  const { id: draw } = await filledDraw(ctx, { ended: 30, takes_free_entries: false });
  const pages = [
    ["/admin/users", `delete:${userId}`, ["delete"]],
    ["/admin/users", `rest:${userId}`, ["rest"]],
    ["/admin/users", `reset-factor:${userId}`, ["reset-factor"]],
    ["/admin/staff", "invite", ["invite", "sign-out"]],
    ["/admin/draw", `draw:${draw}`, ["draw"]],
    ["/admin/approvals", "", ["confirm", "refuse"]],
    ["/admin/messages/:messageId", "delete", ["delete"], message.id],
    ["/admin/orders/:orderId", "refund", ["refund"], orderId],
    ["/admin/api-keys", "", ["create"]],
    ["/admin/webhooks", "", ["add"]],
    ["/admin/settings", "", ["email"]],
    ["/admin/shop", "", ["brand"]],
    ["/admin/journal", "close", ["close"]],
  ] as const;
  const sends = (intent: string) =>
    new RegExp(`<(?:input|button)(?=[^>]* name="(?:intent|decision)")(?=[^>]* value="${intent}")`);
  for (const [path, question, intents, id = ""] of pages) {
    const address = `${path.replace(/:\w+/, id)}?ask=${question}`;
    const forms = (await withoutScripts(ctx, path, { address, cookie })).html.match(/<form.*?<\/form>/gs) ?? [];
    for (const intent of intents) {
      const theirs = forms.filter((form) => sends(intent).test(form));
      const isMarked = theirs.map((form) => /^<form[^>]* data-needs-reauth/.test(form));
      expect([address, intent, [...new Set(isMarked)]]).toEqual([address, intent, [true]]);
    }
  }
});

function Asked() {
  return <ConfirmDialog open onClose={() => {}} title="Sure?" confirmLabel="Yes" intent="delete" say={() => "No"} />;
}

describe("a second form", () => {
  it("shows its own refusal, and no reply to an earlier form", () => {
    const htmlAfter = (intent: string) => {
      const Stub = createRoutesStub([{ id: "page", path: "/admin/users", handle: usersHandle, Component: Asked }]);
      const hydrationData = { loaderData: {}, actionData: { page: refusedReply(intent, "failed") } };
      return renderToStaticMarkup(
        <I18nextProvider i18n={ctx.messages.en}>
          <Stub initialEntries={["/admin/users"]} hydrationData={hydrationData} />
        </I18nextProvider>,
      );
    };
    expect(htmlAfter("delete")).toContain(">No<");
    expect(htmlAfter("rest")).not.toContain(">No<");
  });

  it("does not reopen after another form's refusal", async () => {
    const fields = { intent: "create", name: "Stays", scope: "orders.read", days: "90" };
    await withoutScripts(ctx, "/admin/api-keys", { cookie, fields });
    const { id } = await ctx.db.selectFrom("api_keys").select("id").where("name", "=", "Stays").executeTakeFirstOrThrow();
    const address = `/admin/api-keys?ask=revoke:${id}`;
    const refused = await withoutScripts(ctx, "/admin/api-keys", { address, cookie, fields: { ...fields, days: "7" } });
    expect([refused.status, refused.html.includes('role="dialog"')]).toEqual([422, false]);

    const takeBack = { intent: "take-back", id: "3f2b8f2e-0000-4000-8000-000000000001" };
    const late = await withoutScripts(ctx, "/admin/staff", { address: "/admin/staff?ask=invite", cookie, fields: takeBack });
    expect(late.status).toBe(409);
    expect(late.html).not.toContain('role="dialog"');
  });

  it("does not persist in other views or searches", async () => {
    const shown = await withoutScripts(ctx, "/admin/users", { address: "/admin/users?ask=delete:nobody&dir=asc", cookie });
    const search = shown.html.match(/<form[^>]*role="search".*?<\/form>/s)?.[0] ?? "";
    expect(search).toContain('name="dir"');
    expect(search).not.toContain('name="ask"');
    expect(shown.html.match(/href="[^"]*sort=[^"]*"/g)?.filter((link) => link.includes("ask="))).toEqual([]);
  });

  it("that is completed has no button without effect", async () => {
    const draw = await drawnDraw(ctx);
    const { html } = await withoutScripts(ctx, "/admin/draw", { address: `/admin/draw?ask=draw:${draw.id}`, cookie });
    const dialog = html.split('role="dialog"')[1]?.split("</noscript>")[0] ?? "";
    expect(dialog).toContain(`/draws/${draw.id}`);
    expect(dialog).not.toContain("<button");
  });
});

it("Enter in a field triggers the default button only", async () => {
  const firstButton = (html: string, field: string) => {
    const form = html.split("<form").find((each) => each.includes(`name="${field}"`));
    return form?.match(/<button[^>]*type="submit"[^>]*>/)?.[0].match(/ value="([^"]*)"/)?.[1];
  };
  const texts = await withoutScripts(ctx, "/admin/texts", { address: "/admin/texts?document=terms", cookie });
  expect(texts.html).toContain('value="remove 0"');
  expect(firstButton(texts.html, "title")).toBe("save");
  const cards = await withoutScripts(ctx, "/admin/free-entries", { cookie });
  expect(firstButton(cards.html, "text")).toBe("check");
});

it("a failure names its form", () => {
  const name = (intent: string) => {
    const form = new FormData();
    form.set("intent", intent);
    return sendFailure(usersHandle, form);
  };
  expect([name("delete"), name("rest"), name("reset-factor")]).toEqual([
    "admin-people:users.deleteFailed",
    "admin-people:users.restFailed",
    "admin-people:users.factorFailed",
  ]);
});

it("features that need scripts are listed in the page's language", async () => {
  await drawnDraw(ctx);
  for (const locale of ["en", "fr"] as const) {
    const winners = await withoutScripts(ctx, "/admin/winners", { cookie, locale });
    for (const key of ["winners.photo.needsScripts", "winners.replaceNeedsScripts"] as const) {
      expect(winners.html).toContain(ctx.messages[locale].t(`admin-draws:${key}`));
    }
  }
  const emails = await withoutScripts(ctx, "/admin/emails", { cookie });
  expect(emails.html).toContain("La rédaction et l’envoi d’un e-mail nécessitent JavaScript.");
});

it.each([
  "/admin/users",
  "/admin/lotteries",
  "/admin/draw",
  "/admin/staff",
  "/admin/api-keys",
  "/admin/winners",
  "/admin/journal",
])("every button of %s has an effect", async (path) => {
  const { html } = await withoutScripts(ctx, path, { cookie });
  const usable = html.replaceAll(/<div class="with-scripts">.*?<\/div>\s*<\/div>/gs, "");
  const dead = [...usable.matchAll(/<button[^>]*type="button"[^>]*>/g)].map(([button]) => button);
  expect(dead.filter((button) => !/needs-scripts|drop-zone|popovertarget/i.test(button))).toEqual([]);
});
