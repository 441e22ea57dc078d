import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#features/access/rules/audit-actions.ts";
import { isReauthRequired } from "#features/access/rules/reauth.ts";
import { recordChange } from "#features/access/server/actor.ts";
import { PASSWORD, reauthedAdmin, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { openTokens } from "#features/accounts/server/sessions/session-object.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { errorOf, type FormReply } from "#ui/forms/reply.ts";
import routes from "../../routes.ts";
import { apiModules } from "../http/api/api.fixture.ts";

type Try = {
  readonly does: readonly AuditAction[];
  readonly form?: (world: World) => Record<string, string>;
  readonly json?: (world: World) => unknown;
  readonly at?: (world: World) => string;
};
type World = { readonly lottery: string; readonly orderId: string; readonly player: string };

const UUID = "3f2b8f2e-0000-4000-8000-000000000001";
const mail = { subject: "Bonjour", content: "Bonjour {{prenom}}" };

/** "harmless": reversible, or about the player's own data; logged all the same. */
const SENT: Readonly<Record<string, readonly Try[] | "harmless">> = {
  "/admin/*": "harmless",
  "/admin/users": [
    { does: ["user.delete"], form: ({ player }) => ({ intent: "delete", userId: player }) },
    {
      does: ["user.rest"],
      form: ({ player }) => ({ intent: "rest", userId: player, rest: "pause-day", asked: "email", reason: "x" }),
    },
    { does: ["factor.reset"], form: ({ player }) => ({ intent: "reset-factor", userId: player, reason: "lost" }) },
  ],
  "/admin/staff": [
    {
      does: ["admin.invite"],
      form: () => ({ intent: "invite", email: "thief@example.com", role: "owner", locale: "en" }),
    },
    { does: ["admin.invite_again"], form: () => ({ intent: "again", id: UUID }) },
    {
      does: ["admin.role", "admin.remove"],
      form: ({ player }) => ({ intent: "role", id: player, from: "support", role: "none" }),
    },
    { does: ["admin.sign_out"], form: ({ player }) => ({ intent: "sign-out", id: player }) },
  ],
  "/admin/lotteries": [
    {
      does: ["lottery.cancel"],
      at: ({ lottery }: World) => `/admin/lotteries?form=${lottery}`,
      form: () => ({ intent: "save", status: "cancelled", reason: "prize_lost", version: "0" }),
    },
    {
      // Improvements are permanent promises.
      does: ["lottery.improve"],
      at: ({ lottery }: World) => `/admin/lotteries?form=${lottery}`,
      form: () => ({ intent: "improve", improved_value: "9000000" }),
    },
  ],
  "/admin/lotteries/:lotteryId/queue": "harmless",
  "/admin/lotteries/images": "harmless",
  "/admin/lotteries/images/focus": "harmless",
  "/admin/draw": [{ does: ["draw.request"], form: ({ lottery }) => ({ intent: "draw", lotteryId: lottery, reason: "now" }) }],
  // Counts and ticket numbers, no contact details.
  "/admin/draw/:lotteryId/evidence.zip": "harmless",
  "/admin/draw/:lotteryId/participants.csv": [
    { does: ["participants.export"], at: ({ lottery }: World) => `/admin/draw/${lottery}/participants.csv` },
  ],
  "/admin/winners": [
    { does: ["winner.disclose"], form: ({ lottery }) => ({ intent: "disclose", lotteryId: lottery }) },
    {
      does: ["draw.replace_winner", "proposal.make"],
      form: ({ lottery }) => ({
        intent: "replace",
        lotteryId: lottery,
        ticketNumber: "1",
        code: "other",
        reason: "because of that",
      }),
    },
  ],
  "/admin/winners/imported": [{ does: ["past_draw.remove"], form: () => ({ intent: "remove", id: UUID }) }],
  "/admin/winners/:lotteryId/photo": "harmless",
  "/admin/approvals": (["confirm", "refuse", "withdraw"] as const).map((decision) => ({
    does: [`proposal.${decision}`],
    form: () => ({ id: UUID, decision, note: "x" }),
  })),
  "/admin/emails": [
    {
      does: ["campaign.create"],
      form: ({ lottery }) => ({
        intent: "send",
        template: "new-lottery",
        lotteryId: lottery,
        ...mail,
        recipients: JSON.stringify({ kind: "all", q: "", except: [] }),
      }),
    },
  ],
  "/admin/emails/preview": "harmless",
  "/admin/emails/:campaignId": [
    { does: ["campaign.start"], at: () => `/admin/emails/${UUID}`, form: () => ({ intent: "start" }) },
  ],
  "/admin/settings": [{ does: ["email.ask"], form: () => ({ intent: "email", newEmail: "thief@example.com" }) }],
  "/admin/alerts/:alertId": "harmless",
  "/admin/care": [
    {
      does: ["user.tell_apart"],
      form: ({ player }) => ({ intent: "tell_apart", user: player, until: "2999-01-01T00:00:00.000Z", reason: "met them" }),
    },
  ],
  "/admin/care/:caseId": "harmless",
  // It only mails the named complainant, as the public contact form could.
  "/admin/complaints": "harmless",
  "/admin/practice": "harmless",
  "/admin/live": [
    { does: ["shop.open"], form: () => ({ intent: "open" }) },
    { does: ["shop.switch_ask"], form: () => ({ intent: "end_test_mode", name: "Concours" }) },
  ],
  "/admin/payments": [
    {
      does: ["payments.split"],
      form: () => ({ intent: "split", version: "0", share_stripe_0: "1", share_checkout_0: "99" }),
    },
    { does: ["payments.stop"], form: () => ({ intent: "stop", provider: "stripe", confirmed: "1" }) },
    { does: ["payments.resume"], form: () => ({ intent: "resume", provider: "stripe" }) },
  ],
  "/admin/shop": [{ does: ["shop.brand"], form: () => ({ intent: "brand", version: "0", name: "Aurora" }) }],
  "/admin/texts": [{ does: ["texts.publish"], form: () => ({ intent: "publish", version: "0" }) }],
  "/admin/journal": [{ does: ["books.close"], form: () => ({ intent: "close", month: "2020-01" }) }],
  "/admin/journal.csv": [{ does: ["books.export"] }],
  // A wrong figure is corrected by another.
  "/admin/profit": "harmless",
  "/admin/audit-log.csv": [{ does: ["audit.export"] }],
  "/admin/api-keys": [
    { does: ["api_key.make"], form: () => ({ intent: "create", name: "x", scope: "orders.read", days: "30" }) },
    { does: ["api_key.rotate"], form: () => ({ intent: "rotate", id: UUID }) },
    { does: ["api_key.revoke"], form: () => ({ intent: "revoke", id: UUID }) },
  ],
  "/admin/webhooks": [
    { does: ["webhook.add"], form: () => ({ intent: "add", url: "https://crm.example/", event: "order.paid" }) },
  ],
  "/admin/webhooks/:endpointId": [
    { does: ["webhook.change"], form: () => ({ intent: "change", url: "https://crm.example/", event: "order.paid" }) },
    { does: ["webhook.remove"], form: () => ({ intent: "remove" }) },
    { does: ["webhook.resend"], form: () => ({ intent: "resend", delivery: UUID }) },
    { does: ["webhook.resume"], form: () => ({ intent: "resume" }) },
    { does: ["webhook.rotate"], form: () => ({ intent: "rotate" }) },
    { does: ["webhook.test"], form: () => ({ intent: "test" }) },
  ],
  "/admin/orders.csv": [{ does: ["orders.export"] }],
  "/admin/orders/:orderId": (["refund", "refund-again", "void"] as const).map((intent) => ({
    does: [`order.${intent}`],
    at: ({ orderId }: World) => `/admin/orders/${orderId}`,
    form: () => ({ intent, part: "whole", reason: "x" }),
  })),
  // Entries are limited per person and draw, and reviewed.
  "/admin/free-entries": "harmless",
  "/admin/disputes/:disputeId": [
    { does: ["dispute.send"], at: () => `/admin/disputes/${UUID}`, form: () => ({ intent: "send-evidence" }) },
    { does: ["dispute.mark_sent"], at: () => `/admin/disputes/${UUID}`, form: () => ({ intent: "mark-sent" }) },
    { does: ["dispute.unmark_sent"], at: () => `/admin/disputes/${UUID}`, form: () => ({ intent: "unmark-sent" }) },
  ],
  "/admin/disputes/:disputeId/files": "harmless",
  "/admin/disputes/:disputeId/evidence.pdf": [{ does: ["dispute.export"], at: () => `/admin/disputes/${UUID}/evidence.pdf` }],
  "/admin/messages": "harmless",
  "/admin/messages/templates": "harmless",
  // A message to one player, which the log names.
  "/admin/users/:userId": "harmless",
  "/admin/draw/:lotteryId/write": [
    {
      does: ["letter.send"],
      at: ({ lottery }: World) => `/admin/draw/${lottery}/write`,
      form: () => ({ intent: "send", topic: "draw", subject: "x", text: "y" }),
    },
  ],
  "/admin/messages/:messageId": [
    { does: ["message.delete"], at: () => `/admin/messages/${UUID}`, form: () => ({ intent: "delete" }) },
  ],
  "/admin/theme": "harmless",
  "/profile/data.json": [{ does: ["account.export"] }],
  "/functions/send-mass-email": [
    {
      does: ["campaign.create"],
      json: ({ lottery, player }) => ({
        users: [{ id: player }],
        lottery: { id: lottery },
        template: { id: "new-lottery" },
        previewEmail: mail,
      }),
    },
  ],
};

type Handler = (args: { request: Request; context: unknown; params: Record<string, string> }) => unknown;
type Leaf = { readonly path: string; readonly file: string };

function leaves(entries: readonly RouteConfigEntry[], base = ""): Leaf[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join("/");
    return entry.children ? leaves(entry.children, path) : [{ path: `/${path}`, file: entry.file }];
  });
}
const pages = await Promise.all(
  leaves(await routes).map(async ({ path, file }) => ({
    path,
    module: (await import(file)) as { readonly loader?: Handler; readonly action?: Handler },
  })),
);
const all = [...pages, ...apiModules];
const isFile = (path: string) => /\.[a-z]+$/.test(path);
const concerned = all.filter(({ path, module }) => path.startsWith("/admin") && (module.action || isFile(path)));

let ctx: TestCtx;
let world: World;
let thief: { readonly cookie: string; readonly token: string; readonly userId: string };
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const lottery = await makeLottery(ctx);
  const [player, boss] = [await registered(ctx, { marketing: true }), await registered(ctx)];
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  const bought = await order(ctx, lottery, 1, { id: player.userId, email: player.email });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  world = { lottery, orderId: bought.orderId, player: player.userId };
  const cookie = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  const { access_token: token } = await openTokens(ctx, boss);
  thief = { cookie, token, userId: boss.userId };
  // The last authentication was eleven minutes ago.
  const stale = new Date(ctx.now().getTime() - 11 * 60_000);
  await ctx.db.updateTable("sessions").set({ proved_at: stale }).where("user_id", "=", boss.userId).execute();
});
afterAll(() => ctx.close());

it("every form and every file of the back office has an entry, and every entry an address", () => {
  const paths = Object.keys(SENT);
  expect(paths.filter((path) => path.startsWith("/admin")).toSorted()).toEqual(concerned.map(({ path }) => path).toSorted());
  for (const path of paths) expect(all.map((leaf) => leaf.path)).toContain(path);
});

it("the thief tries every action that needs re-authentication", () => {
  const tried = Object.values(SENT).flatMap((tries) => (tries === "harmless" ? [] : tries.flatMap(({ does }) => does)));
  const needed = Object.entries(AUDIT_ACTIONS).flatMap(([action, kind]) => (kind === "reauth" ? [action] : []));
  expect([...new Set([...tried, "email.ask"])].toSorted()).toEqual([...needed, "email.ask"].toSorted());
});

const attempts = Object.entries(SENT).flatMap(([path, tries]) =>
  tries === "harmless" ? [] : tries.map((attempt) => ({ name: `${attempt.does.join(", ")} at ${path}`, path, attempt })),
);

describe.each(attempts)("$name", ({ path, attempt }) => {
  it.each(["cookie", "token"] as const)("is refused to whoever merely has the %s", async (shows) => {
    const before = await everything();
    expect(await met(path, attempt, shows)).toBe("asked for the password");
    expect(await everything()).toEqual(before);
  });
});

it("the log itself refuses actions whose use-case forgot re-authentication", async () => {
  const stolen = { ...reauthedAdmin(ctx, thief.userId), reauthAt: new Date(ctx.now().getTime() - 12 * 60_000) };
  const change = { actor: stolen, action: "order.refund", subjectType: "order", subjectId: "1", at: ctx.now() } as const;
  await expect(recordChange(ctx.db, change)).rejects.toThrow("without a fresh re-authentication");
  await recordChange(ctx.db, { ...change, actor: reauthedAdmin(ctx, thief.userId) });
});

it("the thief is out as soon as the owner gives the password", async () => {
  const proof = all.find(({ path }) => path === "/api/session/proof")?.module;
  const request = (body: string) =>
    new Request(`${ctx.publicUrl}/api/session/proof`, { method: "POST", body, headers: { cookie: thief.cookie } });
  const sent = (password: string) =>
    proof?.action?.({
      request: request(JSON.stringify({ password })),
      context: requestContext(ctx),
      params: {},
    }) as Promise<Response>;
  expect((await sent("Wrong7Password")).status).toBe(403);
  const reply = await sent(PASSWORD);
  expect([reply.status, reply.headers.get("Set-Cookie")]).toEqual([204, expect.stringMatching(/^session=.+HttpOnly/)]);
  expect((await sent(PASSWORD)).status).toBe(401);
});

/** Everything that an attempt could change. */
async function everything() {
  const { rows } = await ctx.pool.query(`
    SELECT (SELECT count(*) FROM audit_log) AS log, (SELECT jsonb_agg(l.status || l.sales_state) FROM lotteries l) AS lotteries,
      (SELECT jsonb_agg(o.state) FROM orders o) AS orders, (SELECT count(*) FROM tickets) AS tickets,
      (SELECT count(*) FROM users WHERE email IS NULL) AS erased, (SELECT count(*) FROM campaigns) AS campaigns,
      (SELECT count(*) FROM verifications) AS links, (SELECT count(*) FROM pgboss.job) AS jobs`);
  return rows[0];
}

async function met(path: string, { form, json, at }: Try, shows: "cookie" | "token"): Promise<string> {
  const leaf = all.find((each) => each.path === path);
  const url = new URL(at?.(world) ?? path, ctx.publicUrl);
  const who: Record<string, string> = shows === "cookie" ? { cookie: thief.cookie } : { authorization: `Bearer ${thief.token}` };
  const body = json ? JSON.stringify(json(world)) : form && new URLSearchParams(form(world));
  const request = new Request(url, { headers: who, ...(body !== undefined && { method: "POST", body }) });
  const params = Object.fromEntries(
    path.split("/").flatMap((name, i) => (name.startsWith(":") ? [[name.slice(1), url.pathname.split("/")[i] ?? ""]] : [])),
  );
  const handler = body === undefined ? leaf?.module.loader : leaf?.module.action;
  const reply = await Promise.resolve()
    .then(() => handler?.({ request, context: requestContext(ctx), params }))
    .catch((thrown: unknown) => thrown);
  return wordFor(reply);
}

async function wordFor(reply: unknown): Promise<string> {
  if (reply instanceof Response) {
    const to = reply.headers.get("Location") ?? "";
    if (to.startsWith("/confirm-password?file=1&next=")) return "asked for the password";
    const { error } = (await reply.json().catch(() => ({}))) as { error?: string };
    return error === "proof_needed" && reply.status === 403 ? "asked for the password" : `${reply.status} ${to}`;
  }
  const data: unknown = typeof reply === "object" && reply !== null && "data" in reply ? reply.data : reply;
  const isFormAgain = errorOf(data as FormReply)?.endsWith(".reauth_needed");
  return isReauthRequired(data) || isFormAgain ? "asked for the password" : JSON.stringify(data ?? String(reply));
}
