import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { isNotAllowed } from "#features/access/rules/not-allowed.ts";
import { hasRight, RIGHTS, type Right, ROLES, type Role } from "#features/access/rules/rights.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import routes from "../../routes.ts";
import { ADMIN_LINKS, groupsFor } from "../admin/links.ts";
import { type ApiModule, apiModules } from "../http/api/api.fixture.ts";

type World = { readonly lottery: string; readonly orderId: string; readonly player: string };
const UUID = "3f2b8f2e-0000-4000-8000-000000000001";

/**
 * The right that an address requires; "staff": any member of staff. Addresses that only take forms are
 * tested below.
 */
const OPENS: Readonly<Record<string, Right | "staff" | "forms">> = {
  // Redirects to the first page that the role may open.
  "/admin": "staff",
  "/admin/*": "staff",
  "/admin/alerts": "alerts.read",
  "/admin/alerts/:alertId": "alerts.read",
  "/admin/approvals": "approvals.read",
  "/admin/api-keys": "integrations.manage",
  "/admin/audit-log": "audit.read",
  "/admin/audit-log.csv": "audit.export",
  "/admin/care": "care.handle",
  "/admin/care/:caseId": "care.handle",
  "/admin/complaints": "messages.read",
  "/admin/disputes": "disputes.read",
  "/admin/disputes/:disputeId": "disputes.read",
  "/admin/disputes/:disputeId/evidence.pdf": "disputes.export",
  "/admin/disputes/:disputeId/files": "forms",
  "/admin/disputes/:disputeId/files/:fileId": "disputes.export",
  "/admin/draw": "draws.read",
  "/admin/draw/:lotteryId": "people.read",
  "/admin/draw/:lotteryId/evidence.zip": "people.read",
  "/admin/draw/:lotteryId/participants.csv": "draws.export",
  "/admin/draw/:lotteryId/write": "messages.broadcast",
  "/admin/draw/:lotteryId/tickets": "people.read",
  "/admin/emails": "campaigns.read",
  "/admin/emails/:campaignId": "campaigns.read",
  "/admin/emails/preview": "forms",
  "/admin/emails/recipients": "campaigns.read",
  "/admin/free-entries": "entries.read",
  "/admin/journal": "books.read",
  "/admin/journal.csv": "books.export",
  "/admin/journal/:day": "books.read",
  "/admin/lotteries": "lotteries.read",
  "/admin/lotteries/:lotteryId/queue": "lotteries.read",
  "/admin/lotteries/images": "forms",
  "/admin/lotteries/images/focus": "forms",
  "/admin/messages": "messages.read",
  "/admin/messages/:messageId": "messages.read",
  "/admin/messages/templates": "messages.read",
  "/admin/orders": "orders.read",
  "/admin/orders.csv": "orders.export",
  "/admin/orders/:orderId": "orders.read",
  "/admin/payments": "payments.read",
  "/admin/payouts": "books.read",
  "/admin/practice": "practice.read",
  "/admin/live": "live.read",
  "/admin/shop": "shop.write",
  "/admin/texts": "texts.write",
  "/admin/profit": "books.read",
  "/admin/refunds-ahead": "orders.read",
  "/admin/search": "staff",
  "/admin/session": "staff",
  "/admin/settings": "staff",
  "/admin/theme": "forms",
  "/admin/staff": "staff.read",
  "/admin/users": "people.read",
  "/admin/users/:userId": "messages.read",
  "/admin/webhooks": "integrations.manage",
  "/admin/webhooks/:endpointId": "integrations.manage",
  "/admin/winners": "winners.read",
  "/admin/winners/:lotteryId/candidates": "winners.read",
  "/admin/winners/:lotteryId/photo": "forms",
  "/admin/winners/imported": "winners.read",
};

type Try = { readonly path: string; readonly form?: (world: World) => Record<string, string>; readonly at?: string };
const cancel = { intent: "save", status: "cancelled", reason: "prize_lost", version: "0" };

/** A form or file for each right that changes or removes something. */
const SENT: Readonly<Partial<Record<Right, Try>>> = {
  "alerts.write": { path: "/admin/alerts/:alertId", form: () => ({ intent: "finish", note: "x" }) },
  "audit.export": { path: "/admin/audit-log.csv" },
  "books.close": { path: "/admin/journal", form: () => ({ intent: "close", month: "2020-01" }) },
  "books.export": { path: "/admin/journal.csv" },
  "books.write": { path: "/admin/profit", form: ({ lottery }) => ({ intent: "cost", lotteryId: lottery }) },
  "campaigns.write": { path: "/admin/emails/:campaignId", form: () => ({ intent: "pause" }) },
  "care.handle": { path: "/admin/care/:caseId", form: () => ({ intent: "note", words: "x" }) },
  "complaints.write": { path: "/admin/messages/:messageId", form: () => ({ intent: "acknowledge" }) },
  "disputes.export": { path: "/admin/disputes/:disputeId/evidence.pdf" },
  "draws.export": { path: "/admin/draw/:lotteryId/participants.csv" },
  "draws.run": { path: "/admin/draw", form: ({ lottery }) => ({ intent: "draw", lotteryId: lottery, reason: "now" }) },
  "entries.write": { path: "/admin/free-entries", form: ({ lottery }) => ({ intent: "check", lotteryId: lottery, text: "x" }) },
  "integrations.manage": {
    path: "/admin/api-keys",
    form: () => ({ intent: "create", name: "x", scope: "draws.read", days: "30" }),
  },
  "live.write": { path: "/admin/live", form: () => ({ intent: "terms" }) },
  "lotteries.cancel": { path: "/admin/lotteries", at: "?form=:lotteryId", form: () => cancel },
  "lotteries.improve": {
    path: "/admin/lotteries",
    at: "?form=:lotteryId",
    form: () => ({ intent: "improve", improved_value: "9" }),
  },
  "lotteries.write": { path: "/admin/lotteries", form: ({ lottery }) => ({ intent: "delete", lotteryId: lottery, id: lottery }) },
  "messages.broadcast": { path: "/admin/draw/:lotteryId/write", form: () => ({ intent: "send", topic: "draw" }) },
  "messages.write": { path: "/admin/messages/:messageId", form: () => ({ intent: "done" }) },
  "orders.export": { path: "/admin/orders.csv" },
  "orders.refund": { path: "/admin/orders/:orderId", form: () => ({ intent: "refund", part: "whole", reason: "x" }) },
  "orders.resend": { path: "/admin/orders/:orderId", form: () => ({ intent: "resend" }) },
  "orders.void": { path: "/admin/orders/:orderId", form: () => ({ intent: "void", reason: "x" }) },
  "payments.write": { path: "/admin/payments", form: () => ({ intent: "stop", provider: "stripe" }) },
  "people.erase": { path: "/admin/users", form: ({ player }) => ({ intent: "delete", userId: player }) },
  "people.exclude": {
    path: "/admin/users",
    form: ({ player }) => ({ intent: "rest", userId: player, rest: "pause-day", asked: "email", reason: "x" }),
  },
  "people.reset_factor": {
    path: "/admin/users",
    form: ({ player }) => ({ intent: "reset-factor", userId: player, reason: "x" }),
  },
  "staff.owners": {
    path: "/admin/staff",
    form: () => ({ intent: "invite", email: "new@example.com", role: "owner", locale: "en" }),
  },
  "staff.write": { path: "/admin/staff", form: () => ({ intent: "take-back", id: UUID }) },
  "practice.write": { path: "/admin/practice", form: () => ({ intent: "review", note: "x" }) },
  "shop.write": { path: "/admin/shop", form: () => ({ intent: "brand", version: "0", name: "Aurora" }) },
  "texts.write": { path: "/admin/texts", form: () => ({ intent: "publish", version: "0" }) },
  "winners.disclose": { path: "/admin/winners", form: ({ lottery }) => ({ intent: "disclose", lotteryId: lottery }) },
  "winners.write": {
    path: "/admin/winners",
    form: ({ lottery }) => ({
      intent: "replace",
      lotteryId: lottery,
      ticketNumber: "1",
      code: "other",
      reason: "because of that",
    }),
  },
};
type Handler = (args: { request: Request; context: unknown; params: Record<string, string> }) => unknown;
type Leaf = { readonly path: string; readonly file: string; readonly module?: ApiModule };

function leaves(entries: readonly RouteConfigEntry[], base = ""): Leaf[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join("/");
    return entry.children ? leaves(entry.children, path) : [{ path: `/${path}`, file: entry.file }];
  });
}
const all = [...leaves(await routes), ...apiModules.map((each): Leaf => ({ ...each, file: "" }))].filter(({ path }) =>
  /^\/admin(\/|$)/.test(path),
);

let ctx: TestCtx;
let world: World;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const lottery = await makeLottery(ctx);
  const player = await registered(ctx);
  const bought = await order(ctx, lottery, 1, { id: player.userId, email: player.email });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  world = { lottery, orderId: bought.orderId, player: player.userId };
  for (const role of ROLES) {
    const person = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: person.userId, role }).execute();
    cookies.set(role, sessionCookie(ctx, person.sessionToken).split(";")[0] ?? "");
  }
  // The last authentication was an hour ago: forms ask for the password and do nothing.
  await ctx.db
    .updateTable("sessions")
    .set({ proved_at: new Date(ctx.now().getTime() - 3_600_000) })
    .execute();
});
afterAll(() => ctx.close());

it("every address of the back office has an entry, and every entry an address", () => {
  expect(Object.keys(OPENS).toSorted()).toEqual([...new Set(all.map(({ path }) => path))].toSorted());
});

it("every right that changes something is tested", () => {
  const changing = RIGHTS.filter((right) => !right.endsWith(".read"));
  expect(Object.keys(SENT).toSorted()).toEqual(changing.toSorted());
});

const ROLES_IN_TURN = ROLES.map((role) => [role] as const);

describe.each(Object.entries(OPENS).filter(([, right]) => right !== "forms"))("%s takes %s", (path, right) => {
  it.each(ROLES_IN_TURN)("of %s", async (role) => {
    const isOpen = right === "staff" || hasRight(role, right as Right);
    expect(await isRefused(role, { path })).toBe(!isOpen);
  });
});

describe.each(Object.entries(SENT))("%s", (right, attempt) => {
  it.each(ROLES_IN_TURN)("of %s", async (role) => {
    expect(await isRefused(role, attempt)).toBe(!hasRight(role, right as Right));
  });
});

it.each(ROLES_IN_TURN)("the navigation of %s leads to what opens, and to all of it", (role) => {
  const shown = groupsFor(role).flatMap(({ links }) => links.map(({ to }) => to));
  for (const { to } of ADMIN_LINKS) {
    const right = to === "/admin" ? "staff" : OPENS[to];
    expect([to, shown.includes(to)]).toEqual([to, right === "staff" || hasRight(role, right as Right)]);
  }
});

async function isRefused(role: Role, { path, at = "", form }: Try): Promise<boolean> {
  const leaf = all.find((each) => each.path === path);
  const module = leaf?.module ?? ((await import(leaf?.file ?? "")) as { readonly loader?: Handler; readonly action?: Handler });
  const fill = (text: string) =>
    text
      .replace(":lotteryId", world.lottery)
      .replace(":orderId", world.orderId)
      .replace(/:\w+Id/, UUID)
      .replace("*", "nowhere");
  const pathname = fill(path);
  const query = path.endsWith("/tickets") ? `?user=${world.player}` : fill(at);
  const names = path.split("/");
  const params = Object.fromEntries(
    names.flatMap((name, i) => (name.startsWith(":") ? [[name.slice(1), pathname.split("/")[i] ?? ""]] : [])),
  );
  const body = form && new URLSearchParams(form(world));
  const init = { headers: { cookie: cookies.get(role) ?? "" }, ...(body && { method: "POST", body }) };
  const args = { request: new Request(new URL(pathname + query, ctx.publicUrl), init), context: requestContext(ctx), params };
  const reply: unknown = await Promise.resolve()
    .then(() => (form ? module.action : module.loader)?.(args))
    .catch((thrown: unknown) => thrown);
  if (reply instanceof Error) throw reply;
  // No member of staff is redirected to the shop.
  if (reply instanceof Response) expect(reply.headers.get("Location")).not.toBe("/");
  if (reply instanceof Response && reply.status === 403) return isNotAllowed(await reply.json());
  return typeof reply === "object" && reply !== null && "data" in reply && isNotAllowed(reply.data);
}
