import { inspect } from "node:util";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { DEVICE, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { newSession, type SignedIn } from "#features/accounts/server/sessions/new-session.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { openTokens } from "#features/accounts/server/sessions/session-object.ts";
import { insertSession } from "#features/accounts/server/sessions/store.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { queuedDraw } from "#features/queue/server/queue.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import routes from "../../routes.ts";
import { type ApiModule, apiModules } from "../http/api/api.fixture.ts";

const ROLES = ["signed out", "owner", "other player", "administrator"] as const;
type Role = (typeof ROLES)[number];
/** The outcome of a visit: a page, a status, or a redirect. */
type Outcomes = readonly [string, string, string, string];
type Access = {
  readonly is: Outcomes;
  readonly sent?: Outcomes;
  readonly at?: (world: World) => string;
  readonly method?: "POST";
};

const EVERYBODY: Outcomes = ["ok", "ok", "ok", "ok"];
const INCOMPLETE: Outcomes = ["422", "422", "422", "422"];
const ADMINS: Outcomes = ["to /", "to /", "to /", "ok"];

const UUID = "3f2b8f2e-0000-4000-8000-000000000001";
const SIGNED_IN: Outcomes = ["to /login", "ok", "ok", "ok"];
/** The proof of a draw on sale does not exist yet. */
const NOT_YET: Outcomes = ["409", "409", "409", "409"];
const KEY_ONLY: Outcomes = ["401", "401", "401", "401"];
const NOT_FOUND: Outcomes = ["404", "404", "404", "404"];
const ofDraw = (path: string) => (world: World) => path.replace("*", world.lottery);

/** The page again: a form without an intent is unknown. */
const everyoneTo = (page: string) => [`to ${page}`, `to ${page}`, `to ${page}`, `to ${page}`] as const;

const ACCESS: Readonly<Record<string, Access>> = {
  "/": { is: EVERYBODY },
  "/prize": { is: EVERYBODY },
  "/past-draws": { is: EVERYBODY },
  "/draws": { is: EVERYBODY },
  "/draws/:lotteryId": { is: EVERYBODY, at: ofDraw("/draws/*") },
  "/draws/:lotteryId/live": { is: EVERYBODY, at: ofDraw("/draws/*/live") },
  "/draws/:lotteryId/live.json": { is: EVERYBODY, at: ofDraw("/draws/*/live.json") },
  "/draws/:lotteryId/proof.json": { is: NOT_YET, at: ofDraw("/draws/*/proof.json") },
  "/draws/:lotteryId/prize.json": { is: EVERYBODY, at: ofDraw("/draws/*/prize.json") },
  "/draws/:lotteryId/entries.csv": { is: NOT_YET, at: ofDraw("/draws/*/entries.csv") },
  "/lottery/:lotteryId?": { is: EVERYBODY, at: ofDraw("/lottery/*") },
  "/lottery/:lotteryId/stock.json": { is: EVERYBODY, at: ofDraw("/lottery/*/stock.json") },
  "/lottery/:lotteryId/queue": {
    is: SIGNED_IN,
    sent: ["to /login", "400", "400", "400"],
    at: ({ queued }) => `/lottery/${queued}/queue`,
  },
  "/lottery/:lotteryId/queue.json": {
    is: EVERYBODY,
    sent: ["401", "ok", "ok", "ok"],
    at: ({ queued }) => `/lottery/${queued}/queue.json`,
  },
  "/lottery/:lotteryId/closing.ics": { is: EVERYBODY, at: ofDraw("/lottery/*/closing.ics") },
  // Without pictures there is no question; signed-out visitors must not learn even that.
  "/quiz/:lotteryId": { is: ["to /login", "404", "404", "404"], sent: ["401", "400", "400", "400"], at: ofDraw("/quiz/*") },
  "/success": { is: SIGNED_IN, at: ({ sessionId }) => `/success?success=true&session_id=${sessionId}` },
  "/how-to-win": { is: EVERYBODY },
  "/about": { is: EVERYBODY },
  "/contact": { is: EVERYBODY, sent: INCOMPLETE },
  "/enter-free": { is: EVERYBODY },
  "/privacy": { is: EVERYBODY },
  "/terms": { is: EVERYBODY },
  "/texts/:document/:version": { is: ["404", "404", "404", "404"], at: () => "/texts/terms/1" },
  // The token of a mail's link counts; without one, the signed-in user.
  "/mail-preferences": { is: EVERYBODY, sent: everyoneTo("/mail-preferences") },
  "/unsubscribe": { is: ["400", "400", "400", "400"], method: "POST" },
  "/safer-play": { is: EVERYBODY, sent: ["to /login", "400", "400", "400"] },
  "/cookies": { is: EVERYBODY },
  "/cookie-settings": { is: EVERYBODY, sent: ["to /", "to /", "to /", "to /"] },
  "/first-visit/age": { is: ["to /", "to /", "to /", "to /"], sent: ["to /", "to /", "to /", "to /"] },
  "/first-visit/style": { is: EVERYBODY },
  "/our-promise": { is: EVERYBODY },
  "/login": { is: ["ok", "to /profile", "to /profile", "to /profile"], sent: INCOMPLETE },
  "/login/code": {
    is: ["to /login", "to /login", "to /login", "to /login"],
    sent: everyoneTo("/login/code"),
  },
  "/second-factor": { is: SIGNED_IN, sent: ["to /login", "to /second-factor", "to /second-factor", "to /second-factor"] },
  // The visitors here have only authenticated by signing in.
  "/passkeys": { is: SIGNED_IN, sent: ["to /login", "to /passkeys", "to /passkeys", "to /passkeys"] },
  "/passkeys/question": { is: ["400", "400", "400", "400"], method: "POST" },
  "/register": { is: ["ok", "to /profile", "to /profile", "to /profile"], sent: INCOMPLETE },
  "/forgot-password": { is: EVERYBODY, sent: everyoneTo("/forgot-password") },
  "/reset-password": { is: ["ok", "to /", "to /", "to /"], sent: everyoneTo("/forgot-password") },
  "/first-owner": { is: ["410", "410", "410", "410"], sent: everyoneTo("/first-owner") },
  "/staff-invitation": { is: ["410", "410", "410", "410"], sent: everyoneTo("/staff-invitation") },
  "/undo-email": { is: EVERYBODY, sent: everyoneTo("/undo-email") },
  "/verify-email": { is: SIGNED_IN, sent: everyoneTo("/verify-email") },
  "/confirm-password": { is: SIGNED_IN, sent: ["to /login", "422", "422", "422"] },
  // It is read-only, also for administrators; own forms go to /profile.
  "/profile": {
    is: ["404", "to /profile", "404", "ok"],
    sent: ["to /login", "404", "404", "404"],
    at: ({ owner }) => `/profile?uid=${owner}`,
  },
  "/profile/receipts/:orderId": { is: ["to /login", "ok", "404", "404"], at: ({ orderId }) => `/profile/receipts/${orderId}` },
  "/won/:lotteryId": {
    is: ["to /login", "404", "404", "404"],
    sent: ["to /login", "to /profile", "to /profile", "to /profile"],
    at: () => `/won/${UUID}`,
  },
  "/profile/data.json": { is: SIGNED_IN },
  "/demo/tour": { is: EVERYBODY },
  "/mailbox": { is: EVERYBODY },
  "/mailbox/:id": { is: NOT_FOUND, at: () => `/mailbox/${UUID}` },
  "/mailbox/:id/html": { is: NOT_FOUND, at: () => `/mailbox/${UUID}/html` },
  "/*": { is: NOT_FOUND, at: () => "/nowhere" },
  "/admin": { is: ADMINS },
  "/admin/users": { is: ADMINS },
  "/admin/users/:userId": { is: ["to /", "to /", "to /", "404"], at: () => `/admin/users/${UUID}` },
  "/admin/staff": { is: ADMINS },
  "/admin/lotteries": { is: ADMINS },
  "/admin/lotteries/:lotteryId/queue": { is: ADMINS, at: ofDraw("/admin/lotteries/*/queue") },
  // An empty body is no picture.
  "/admin/lotteries/images": { is: ["to /", "to /", "to /", "415"], method: "POST" },
  "/admin/lotteries/images/focus": { is: ["to /", "to /", "to /", "404"], method: "POST" },
  "/admin/draw": { is: ADMINS },
  "/admin/draw/:lotteryId": { is: ADMINS, at: ofDraw("/admin/draw/*") },
  "/admin/draw/:lotteryId/write": { is: ADMINS, at: ofDraw("/admin/draw/*/write") },
  "/admin/draw/:lotteryId/tickets": { is: ADMINS, at: ({ lottery, owner }) => `/admin/draw/${lottery}/tickets?user=${owner}` },
  "/admin/draw/:lotteryId/evidence.zip": { is: ADMINS, at: ofDraw("/admin/draw/*/evidence.zip") },
  "/admin/draw/:lotteryId/participants.csv": { is: ADMINS, at: ofDraw("/admin/draw/*/participants.csv") },
  "/admin/winners": { is: ADMINS },
  "/admin/winners/imported": { is: ADMINS },
  // Nothing is drawn yet, and no file is sent.
  "/admin/winners/:lotteryId/candidates": { is: ["to /", "to /", "to /", "409"], at: ofDraw("/admin/winners/*/candidates") },
  "/admin/winners/:lotteryId/photo": {
    is: ["to /", "to /", "to /", "415"],
    at: ofDraw("/admin/winners/*/photo"),
    method: "POST",
  },
  "/admin/alerts": { is: ADMINS },
  "/admin/alerts/:alertId": { is: ["to /", "to /", "to /", "404"], at: () => `/admin/alerts/${UUID}` },
  "/admin/approvals": { is: ADMINS },
  "/admin/emails": { is: ADMINS },
  "/admin/emails/preview": { is: ["to /", "to /", "to /", "400"], method: "POST" },
  "/admin/emails/recipients": { is: ADMINS },
  "/admin/emails/:campaignId": { is: ["to /", "to /", "to /", "404"], at: () => `/admin/emails/${UUID}` },
  "/admin/settings": { is: ADMINS },
  "/admin/disputes": { is: ADMINS },
  "/admin/disputes/:disputeId": { is: ["to /", "to /", "to /", "404"], at: () => `/admin/disputes/${UUID}` },
  "/admin/disputes/:disputeId/evidence.pdf": {
    is: ["to /", "to /", "to /", "404"],
    at: () => `/admin/disputes/${UUID}/evidence.pdf`,
  },
  "/admin/disputes/:disputeId/files": {
    is: ["to /", "to /", "to /", `to /admin/disputes/${UUID}`],
    at: () => `/admin/disputes/${UUID}/files`,
  },
  "/admin/disputes/:disputeId/files/:fileId": {
    is: ["to /", "to /", "to /", "404"],
    at: () => `/admin/disputes/${UUID}/files/${UUID}`,
  },
  "/admin/orders": { is: ADMINS },
  "/admin/orders.csv": { is: ADMINS },
  "/admin/refunds-ahead": { is: ADMINS },
  "/admin/orders/:orderId": { is: ADMINS, at: ({ orderId }) => `/admin/orders/${orderId}` },
  "/admin/free-entries": { is: ADMINS },
  "/admin/messages": { is: ADMINS },
  "/admin/messages/templates": { is: ADMINS },
  "/admin/messages/:messageId": { is: ["to /", "to /", "to /", "404"], at: () => `/admin/messages/${UUID}` },
  "/admin/audit-log": { is: ADMINS },
  "/admin/care": { is: ADMINS },
  "/admin/care/:caseId": { is: ["to /", "to /", "to /", "404"], at: () => `/admin/care/${UUID}` },
  "/admin/complaints": { is: ADMINS },
  "/admin/journal": { is: ADMINS },
  "/admin/journal.csv": { is: ADMINS },
  "/admin/journal/:day": { is: ADMINS, at: () => "/admin/journal/2026-01-31" },
  "/admin/payments": { is: ADMINS },
  "/admin/payouts": { is: ADMINS },
  "/admin/practice": { is: ADMINS },
  "/admin/live": { is: ADMINS },
  "/admin/shop": { is: ADMINS },
  "/admin/texts": { is: ADMINS },
  "/admin/profit": { is: ADMINS },
  "/admin/audit-log.csv": { is: ADMINS },
  "/admin/api-keys": { is: ADMINS },
  "/admin/webhooks": { is: ADMINS },
  "/admin/webhooks/:endpointId": { is: ["to /", "to /", "to /", "404"], at: () => `/admin/webhooks/${UUID}` },
  "/admin/search": { is: ADMINS },
  "/admin/session": { is: ADMINS },
  "/admin/theme": { is: ["to /", "to /", "to /", "to /admin"], method: "POST" },
  "/admin/*": { is: ["to /", "to /", "to /", "to /admin"], at: () => "/admin/nowhere" },
  "/og/shop.jpg": { is: EVERYBODY },
  "/og/shop.png": { is: EVERYBODY },
  "/og/lottery/:file": { is: EVERYBODY, at: ofDraw("/og/lottery/*.jpg") },
  "/sitemap.xml": { is: EVERYBODY },
  "/robots.txt": { is: EVERYBODY },
  "/reservations/release": { is: ["to /", "to /", "to /", "to /"], sent: ["to /login", "to /", "to /", "to /"] },
  "/logout": { is: ["to /", "to /", "to /", "to /"], sent: ["to /", "to /", "to /", "to /"] },
  "/devices": { is: ["to /login", "to /profile", "to /profile", "to /profile"], method: "POST" },
  "/api/me": { is: EVERYBODY },
  "/api/openapi.json": { is: EVERYBODY },
  // They require an API key: a session does not open them.
  "/api/draws": { is: KEY_ONLY },
  "/api/orders": { is: KEY_ONLY },
  "/api/entries": { is: KEY_ONLY },
  "/api/participants": { is: KEY_ONLY },
  "/api/winners": { is: KEY_ONLY },
  "/api/session": { is: ["401", "ok", "ok", "ok"], sent: ["400", "400", "400", "400"] },
  "/api/session/refresh": { is: ["400", "400", "400", "400"], method: "POST" },
  "/api/session/proof": { is: ["401", "ok", "ok", "ok"], sent: ["401", "400", "400", "400"] },
  "/api/users": { is: ["400", "400", "400", "400"], method: "POST" },
  "/api/lotteries": { is: EVERYBODY },
  "/api/lotteries/:lotteryId": { is: EVERYBODY, at: ofDraw("/api/lotteries/*") },
  "/api/tickets": { is: ["401", "ok", "ok", "ok"], at: ({ sessionId }) => `/api/tickets?transaction_id=${sessionId}` },
  "/api/payments/webhook": { is: ["400", "400", "400", "400"], method: "POST" },
  "/api/payments/webhook/:provider": {
    is: ["400", "400", "400", "400"],
    at: () => "/api/payments/webhook/stripe",
    method: "POST",
  },
  "/functions/create-checkout-session-lottery": { is: ["401", "400", "400", "400"], method: "POST" },
  "/functions/send-mass-email": { is: ["401", "403", "403", "400"], method: "POST" },
  "/functions/send-contact-form": { is: ["400", "400", "400", "400"], method: "POST" },
};

type World = {
  readonly lottery: string;
  readonly queued: string;
  readonly orderId: string;
  readonly sessionId: string;
  readonly owner: string;
};
type Handler = (args: { request: Request; context: unknown; params: Record<string, string> }, next?: () => unknown) => unknown;
type Module = { readonly loader?: Handler; readonly action?: Handler; readonly middleware?: readonly Handler[] };
/** `files`: of a page, its own and its layouts'; `module`: of an API address. */
type Leaf = { readonly path: string; readonly files: readonly string[]; readonly module?: ApiModule };

function leaves(entries: readonly RouteConfigEntry[], base = "", around: readonly string[] = []): Leaf[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join("/");
    const files = [...around, entry.file];
    return entry.children ? leaves(entry.children, path, files) : [{ path: `/${path}`, files }];
  });
}
const pages = leaves(await routes);
const all: readonly Leaf[] = [...pages, ...apiModules.map((each) => ({ ...each, files: [] }))];

let ctx: TestCtx;
let world: World;
const people: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const lottery = await makeLottery(ctx);
  const [owner, other, administrator] = [await registered(ctx), await registered(ctx), await registered(ctx)];
  Object.assign(people, { owner: owner.userId, "other player": other.userId, administrator: administrator.userId });
  await ctx.db.insertInto("admin_user").values({ id: administrator.userId }).execute();
  const bought = await order(ctx, lottery, 1, { id: owner.userId, email: owner.email });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  world = { lottery, queued: await queuedDraw(ctx), ...bought, owner: owner.userId };
});
afterAll(() => ctx.close());

it("every route has an entry, and every entry a route", () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual([...new Set(all.map(({ path }) => path))].toSorted());
});

const COLUMNS = ROLES.map((role, column) => [role, column] as const);

function lineOf(path: string): Access {
  const access = ACCESS[path];
  if (!access) throw new Error(`No line in ACCESS says who gets to ${path}`);
  return access;
}

describe.each(all)("access to $path", (leaf) => {
  const { path } = leaf;
  it.each(COLUMNS)("%s", async (role, column) => {
    expect(await visit(leaf, await cookieOf(role), lineOf(path))).toBe(lineOf(path).is[column]);
  });
});

const modules = await Promise.all(
  all.map(async (leaf) => ({ ...leaf, last: leaf.module ?? ((await import(leaf.files.at(-1) ?? "")) as Module) })),
);
const forms = modules.filter(({ path, last }) => last.action && lineOf(path).method !== "POST");

describe.each(forms)("an empty form sent to $path", (leaf) => {
  const { path } = leaf;
  it.each(COLUMNS)("%s", async (role, column) => {
    const { sent, ...access } = lineOf(path);
    const met = await visit(leaf, await cookieOf(role), { ...access, method: "POST" });
    if (sent) expect(met).toBe(sent[column]);
    else if (!path.startsWith("/admin")) throw new Error(`No \`sent\` in ACCESS says what a form to ${path} meets`);
    else if (role === "administrator") expect(met).not.toMatch(/^to \/$|^40[13]$/);
    else expect(met).toBe("to /");
  });
});

describe.each(all.filter(({ path }) => /^\/(api|functions)\//.test(path)))("a program at $path", (leaf) => {
  const { path } = leaf;
  const bearer = (token: string, more: Record<string, string> = {}) => ({ Authorization: `Bearer ${token}`, ...more });

  it.each(COLUMNS)("with the access token of %s is met as with the cookie", async (role, column) => {
    const session = await sessionOf(role);
    const headers = session ? bearer((await openTokens(ctx, session)).access_token) : {};
    expect(await visit(leaf, headers, lineOf(path))).toBe(lineOf(path).is[column]);
  });

  it("with an invalid token is signed out, whatever cookie comes along", async () => {
    const session = await sessionOf("administrator");
    const [head, body, signature = ""] = session ? (await openTokens(ctx, session)).access_token.split(".") : [];
    const changed = `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    for (const token of ["nonsense", "", changed]) {
      const headers = bearer(token, await cookieOf("administrator"));
      expect(await visit(leaf, headers, lineOf(path))).toBe(lineOf(path).is[0]);
    }
  });
});

/** Knowing a tag before the freeze would let an accomplice select commitments, so only its owner sees it. */
describe("the private tag of a ticket", () => {
  const repliesTo = async (role: Role) => {
    const replies = new Map<string, string>();
    for (const leaf of all) {
      const { path } = leaf;
      if (lineOf(path).method === "POST") continue;
      await visit(leaf, await cookieOf(role), lineOf(path), async (reply) => {
        const body =
          reply instanceof Response ? await reply.clone().text() : inspect(reply, { depth: Infinity, maxArrayLength: null });
        replies.set(path, (replies.get(path) ?? "") + body);
      });
    }
    return replies;
  };
  const tagsIn = async (role: Role) => {
    const rows = await ctx.db.selectFrom("tickets").select("tag").execute();
    const replies = await repliesTo(role);
    return [...replies].filter(([, body]) => rows.some(({ tag }) => body.includes(tag.toString("hex")))).map(([path]) => path);
  };

  it("is shown to its owner, to be found in the published list", async () => {
    expect(await tagsIn("owner")).toEqual(expect.arrayContaining(["/profile/receipts/:orderId"]));
  });

  it.each(["signed out", "other player", "administrator"] as const)(
    "is on no page, in no file and in no call of: %s",
    async (role) => {
      expect(await tagsIn(role)).toEqual([]);
    },
  );
});

/** A new session for each visit, since some visits end theirs. */
async function sessionOf(role: Role): Promise<SignedIn | undefined> {
  const userId = people[role];
  if (userId === undefined) return undefined;
  const session = newSession(ctx, userId, DEVICE);
  await ctx.db.transaction().execute((tx) => insertSession(tx, session, ctx.now()));
  return { userId, sessionToken: session.token };
}

async function cookieOf(role: Role): Promise<Record<string, string>> {
  const session = await sessionOf(role);
  return session ? { Cookie: sessionCookie(ctx, session.sessionToken).split(";")[0] ?? "" } : {};
}

async function visit(
  { path, files, module }: Leaf,
  who: Readonly<Record<string, string>>,
  { at, method }: Access,
  onReply: (reply: unknown) => Promise<void> = async () => undefined,
): Promise<string> {
  const url = new URL(at?.(world) ?? path.replace(/\/:[^/]+\?/, ""), ctx.publicUrl);
  const headers = new Headers({ Accept: "text/html", ...who });
  const init = method === "POST" ? { method, body: "", headers } : { headers };
  const context = requestContext(ctx);
  const params = paramsOf(path, url.pathname);
  const modules: readonly Module[] = module
    ? [module]
    : await Promise.all(files.map(async (file) => (await import(file)) as Module));
  try {
    let last: unknown;
    for (const [index, module] of modules.entries()) {
      const args = () => ({ request: new Request(url, init), context, params });
      for (const middleware of module.middleware ?? []) await middleware(args(), async () => undefined);
      if (index === modules.length - 1 && method === "POST") last = await module.action?.(args());
      else last = await module.loader?.(args());
      await onReply(last);
    }
    return classOf(last);
  } catch (thrown) {
    if (thrown instanceof Response || isData(thrown)) return classOf(thrown);
    throw thrown;
  }
}

function classOf(reply: unknown): string {
  const location = reply instanceof Response ? reply.headers.get("Location") : null;
  if (location !== null) return `to ${location.split("?")[0]}`;
  const status = reply instanceof Response ? reply.status : isData(reply) ? (reply.init?.status ?? 200) : 200;
  return status < 400 ? "ok" : String(status);
}

/** The result of the router's `data()`. */
function isData(reply: unknown): reply is { readonly init?: { readonly status?: number } | null } {
  return typeof reply === "object" && reply !== null && "type" in reply && reply.type === "DataWithResponseInit";
}

function paramsOf(path: string, pathname: string): Record<string, string> {
  const values = pathname.split("/");
  const named = path.split("/").flatMap((name, i) => {
    const value = values[i];
    if (name === "*") return [["*", values.slice(i).join("/")]];
    return name.startsWith(":") && value ? [[name.slice(1).replace("?", ""), value]] : [];
  });
  return Object.fromEntries(named);
}
