/**
 * Who gets past which address: every route of the site, for somebody signed out, the player it belongs to, another player and an
 * administrator. The routes come from the router itself, so one that has no line in `ACCESS` fails here.
 *
 * A new route is one line: its path as in routes.ts, then what happens for [signed out, owner, other player, administrator]. `EVERYBODY`
 * and `ADMINS` stand for the two usual cases. Give `at` where the address needs parameters, and `POST` where only an action can be asked.
 */
import { resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/session-cookie.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import routes from "./routes.ts";

const ROLES = ["signed out", "owner", "other player", "administrator"] as const;
type Role = (typeof ROLES)[number];
/** What a visitor meets: a page, a status that refuses, or where they are sent. */
type Outcomes = readonly [string, string, string, string];
type Access = { readonly is: Outcomes; readonly at?: (world: World) => string; readonly method?: "POST" };

const EVERYBODY: Outcomes = ["ok", "ok", "ok", "ok"];
const ADMINS: Outcomes = ["to /", "to /", "to /", "ok"];

const UUID = "3f2b8f2e-0000-4000-8000-000000000001";
const SIGNED_IN: Outcomes = ["to /login", "ok", "ok", "ok"];
/** The proof of a draw that is still on sale is not there yet, for anybody. */
const NOT_YET: Outcomes = ["409", "409", "409", "409"];
const NOT_FOUND: Outcomes = ["404", "404", "404", "404"];
const ofDraw = (path: string) => (world: World) => path.replace("*", world.lottery);

const ACCESS: Readonly<Record<string, Access>> = {
  "/": { is: EVERYBODY },
  "/prize": { is: EVERYBODY },
  "/past-draws": { is: EVERYBODY },
  "/draws": { is: EVERYBODY },
  "/draws/:lotteryId": { is: EVERYBODY, at: ofDraw("/draws/*") },
  "/draws/:lotteryId/proof.json": { is: NOT_YET, at: ofDraw("/draws/*/proof.json") },
  "/draws/:lotteryId/entries.csv": { is: NOT_YET, at: ofDraw("/draws/*/entries.csv") },
  "/lottery/:lotteryId?": { is: EVERYBODY, at: ofDraw("/lottery/*") },
  "/lottery/:lotteryId/closing.ics": { is: EVERYBODY, at: ofDraw("/lottery/*/closing.ics") },
  // Without pictures there is no question; who is signed out learns not even that.
  "/quiz/:lotteryId": { is: ["to /login", "404", "404", "404"], at: ofDraw("/quiz/*") },
  "/success": { is: SIGNED_IN, at: ({ sessionId }) => `/success?success=true&session_id=${sessionId}` },
  "/how-to-win": { is: EVERYBODY },
  "/about": { is: EVERYBODY },
  "/contact": { is: EVERYBODY },
  "/enter-free": { is: EVERYBODY },
  "/privacy": { is: EVERYBODY },
  "/terms": { is: EVERYBODY },
  "/safer-play": { is: EVERYBODY },
  "/cookies": { is: EVERYBODY },
  "/login": { is: ["ok", "to /", "to /", "to /"] },
  "/register": { is: ["ok", "to /", "to /", "to /"] },
  "/forgot-password": { is: ["ok", "to /", "to /", "to /"] },
  "/reset-password": { is: ["ok", "to /", "to /", "to /"] },
  "/verify-email": { is: ["to /login", "ok", "ok", "ok"] },
  "/profile": { is: ["404", "to /profile", "404", "ok"], at: ({ owner }) => `/profile?uid=${owner}` },
  "/profile/receipts/:orderId": { is: ["to /login", "ok", "404", "404"], at: ({ orderId }) => `/profile/receipts/${orderId}` },
  "/profile/data.json": { is: SIGNED_IN },
  "/mailbox": { is: EVERYBODY },
  "/mailbox/:id": { is: NOT_FOUND, at: () => `/mailbox/${UUID}` },
  "/mailbox/:id/html": { is: NOT_FOUND, at: () => `/mailbox/${UUID}/html` },
  "/*": { is: NOT_FOUND, at: () => "/nowhere" },
  "/admin": { is: ADMINS },
  "/admin/users": { is: ADMINS },
  "/admin/settings": { is: ADMINS },
  "/admin/audit-log": { is: ADMINS },
  "/admin/theme": { is: ["to /", "to /", "to /", "to /admin"], method: "POST" },
  "/admin/*": { is: ["to /", "to /", "to /", "to /admin"], at: () => "/admin/nowhere" },
  "/og/shop.png": { is: EVERYBODY },
  "/og/lottery/:file": { is: EVERYBODY, at: ofDraw("/og/lottery/*.png") },
  "/sitemap.xml": { is: EVERYBODY },
  "/robots.txt": { is: EVERYBODY },
  "/logout": { is: ["to /", "to /", "to /", "to /"] },
  "/devices": { is: ["to /login", "to /profile", "to /profile", "to /profile"], method: "POST" },
  "/api/session": { is: ["401", "ok", "ok", "ok"] },
  "/api/session/refresh": { is: ["400", "400", "400", "400"], method: "POST" },
  "/api/users": { is: ["400", "400", "400", "400"], method: "POST" },
  "/api/lotteries": { is: EVERYBODY },
  "/api/lotteries/:lotteryId": { is: EVERYBODY, at: ofDraw("/api/lotteries/*") },
  "/api/tickets": { is: ["401", "ok", "ok", "ok"], at: ({ sessionId }) => `/api/tickets?transaction_id=${sessionId}` },
  "/api/payments/webhook": { is: ["400", "400", "400", "400"], method: "POST" },
  "/functions/create-checkout-session-lottery": { is: ["401", "400", "400", "400"], method: "POST" },
  "/functions/send-contact-form": { is: ["400", "400", "400", "400"], method: "POST" },
};

type World = { readonly lottery: string; readonly orderId: string; readonly sessionId: string; readonly owner: string };
type Handler = (args: { request: Request; context: unknown; params: Record<string, string> }, next?: () => unknown) => unknown;
type Module = { readonly loader?: Handler; readonly action?: Handler; readonly middleware?: readonly Handler[] };
type Leaf = { readonly path: string; readonly files: readonly string[] };

function leaves(entries: readonly RouteConfigEntry[], base = "", around: readonly string[] = []): Leaf[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join("/");
    const files = [...around, resolve(import.meta.dirname, entry.file)];
    return entry.children ? leaves(entry.children, path, files) : [{ path: `/${path}`, files }];
  });
}
const all = leaves(await routes).filter(({ path }) => path !== "/_gallery");

let ctx: TestCtx;
let world: World;
const cookies: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const lottery = await makeLottery(ctx);
  const people = { owner: await registered(ctx), "other player": await registered(ctx), administrator: await registered(ctx) };
  for (const [role, { sessionToken }] of Object.entries(people))
    cookies[role as Role] = sessionCookie(ctx, sessionToken).split(";")[0] ?? "";
  await ctx.db.insertInto("admin_user").values({ id: people.administrator.userId }).execute();
  const bought = await order(ctx, lottery, 1, { id: people.owner.userId, email: people.owner.email });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  world = { lottery, ...bought, owner: people.owner.userId };
});
afterAll(() => ctx.close());

it("every route has its line, and every line its route", () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual([...new Set(all.map(({ path }) => path))].toSorted());
});

describe.each(all)("$path", ({ path, files }) => {
  it.each(ROLES.map((role, column) => [role, column] as const))("%s", async (role, column) => {
    const access = ACCESS[path];
    if (!access) throw new Error(`No line in ACCESS says who gets to ${path}`);
    expect(await visit(path, files, role, access)).toBe(access.is[column]);
  });
});

async function visit(path: string, files: readonly string[], role: Role, { at, method }: Access): Promise<string> {
  const url = new URL(at?.(world) ?? path.replace(/\/:[^/]+\?/, ""), ctx.publicUrl);
  const headers = new Headers({ Accept: "text/html", ...(cookies[role] && { Cookie: cookies[role] }) });
  const init = method === "POST" ? { method, body: "", headers } : { headers };
  const context = requestContext(ctx);
  const params = paramsOf(path, url.pathname);
  const modules = await Promise.all(files.map(async (file) => (await import(file)) as Module));
  try {
    let last: unknown;
    for (const [index, module] of modules.entries()) {
      const args = () => ({ request: new Request(url, init), context, params });
      for (const middleware of module.middleware ?? []) await middleware(args(), async () => undefined);
      if (index === modules.length - 1 && method === "POST") last = await module.action?.(args());
      else last = await module.loader?.(args());
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

/** What the router's `data()` makes. */
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
