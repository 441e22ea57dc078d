import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub, Outlet, useLoaderData } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { hasRight, RIGHTS, ROLE_RIGHTS, ROLES, type Role } from "#features/access/rules/rights.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import { reauthedAdmin, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { drawnDraw } from "#features/draws/server/draws.fixture.ts";
import { addEndpoint, sendTest } from "#features/integrations/server/manage-webhooks.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { cancelLottery } from "#features/orders/server/refunds/cancel-lottery.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { inviteStaff } from "#features/staff/server/team/invite-staff.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { RightsOnScreen } from "#ui/allowed.tsx";
import routes from "../../routes.ts";

type Handler = (args: { request: Request; context: unknown; params: Record<string, string> }) => unknown;
type Module = { readonly loader?: Handler; readonly default?: ComponentType };
type Page = { readonly path: string; readonly module: Module };

function leaves(entries: readonly RouteConfigEntry[], base = ""): { path: string; file: string }[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join("/");
    return entry.children ? leaves(entry.children, path) : [{ path: `/${path}`, file: entry.file }];
  });
}
const inside = leaves(await routes).filter(({ path }) => /^\/admin(\/|$)/.test(path));
const modules = await Promise.all(inside.map(async ({ path, file }) => ({ path, module: (await import(file)) as Module })));
const PAGES: readonly Page[] = modules.filter(({ module }) => module.default !== undefined && module.loader !== undefined);

/** Every member of staff has their own account and settings. */
const EVERYBODYS = ["/admin/settings"];
/** Their controls need a form, a dialog or a state that this test does not reach. */
const ELSEWHERE = ["care.handle", "integrations.manage", "lotteries.cancel", "staff.owners"];

let ctx: TestCtx;
const cookies = new Map<Role, string>();
const ids: Record<string, string> = {};
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  ids.drawn = (await drawnDraw(ctx, { sold: 20, players: 10 })).id;
  const lottery = await makeLottery(ctx);
  const buyer = await makeUser(ctx);
  const bought = await order(ctx, lottery, 1, buyer);
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  const free = await ctx.db
    .insertInto("orders")
    .values({
      kind: "free",
      state: "free",
      lottery_id: lottery,
      user_id: buyer.id,
      quantity: 1,
      unit_price_pence: 0,
      total_pence: 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.db.updateTable("users").set({ two_factor_enabled: true }).where("id", "=", buyer.id).execute();
  for (const role of ROLES) {
    const person = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: person.userId, role }).execute();
    cookies.set(role, sessionCookie(ctx, person.sessionToken).split(";")[0] ?? "");
    ids[role] = person.userId;
  }
  const owner = reauthedAdmin(ctx, ids.owner ?? "");
  await inviteStaff(ctx, owner, { email: "new@example.com", role: "support", locale: "en", reason: "" });
  await cancelLottery(ctx, reauthedAdmin(ctx, ids.draws ?? ""), {
    lotteryId: lottery,
    reason: { code: "prize_lost", note: "No car", noteFr: "" },
  });
  await raiseAlert(ctx.db, { kind: "refund_waits", subject: { type: "order", id: bought.orderId }, at: ctx.now() });
  const alert = await ctx.db.selectFrom("alerts").select("id").where("kind", "=", "refund_waits").executeTakeFirstOrThrow();
  const message = await ctx.db
    .insertInto("contact_messages")
    .values({ name: "A", email: "a@example.com", subject: "Car", message: "Which?", locale: "en" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const at = ctx.now();
  const campaign = {
    template: "vip-offer",
    subject: "A",
    content: "B",
    state: "paused",
    created_at: at,
    started_at: at,
  } as const;
  const inquiry = { order_id: bought.orderId, provider_id: "dp_1", standing: "inquiry", status: "needs_response" } as const;
  const dispute = { ...inquiry, reason: "fraudulent", amount_pence: 2999, after_freeze: false, opened_at: at, checked_at: at };
  const hook = await addEndpoint(ctx, owner, { url: "https://crm.example/hook", events: ["order.paid"] });
  if (!hook.ok) throw new Error(hook.error);
  await sendTest(ctx, owner, hook.value.id);
  Object.assign(ids, {
    lottery,
    bought: bought.orderId,
    player: buyer.id,
    free: free.id,
    alert: alert.id,
    message: message.id,
    campaign: (await ctx.db.insertInto("campaigns").values(campaign).returning("id").executeTakeFirstOrThrow()).id,
    dispute: (await ctx.db.insertInto("disputes").values(dispute).returning("id").executeTakeFirstOrThrow()).id,
    endpoint: hook.value.id,
  });
});
// The free entry is an order without a ticket or a card.
afterAll(() => ctx.close({ broken: ["paid-has-tickets", "free-is-one-card"] }));

/** A page's addresses: one for each state with its own controls. */
function addresses(path: string): string[] {
  const at = (name: string) => path.replace(/:\w+/, ids[name] ?? "");
  if (path === "/admin/lotteries") return [path, `${path}?form=${ids.lottery}`, `${path}?form=new`];
  if (path === "/admin/draw/:lotteryId") return [at("lottery"), at("drawn")];
  if (path === "/admin/orders/:orderId") return [at("bought"), at("free")];
  if (path === "/admin/alerts/:alertId") return [at("alert")];
  if (path === "/admin/messages/:messageId") return [at("message")];
  if (path === "/admin/draw/:lotteryId/write") return [at("lottery")];
  if (path === "/admin/users/:userId") return [at("player")];
  const one = /:(campaign|dispute|endpoint)Id$/.exec(path)?.[1];
  if (one !== undefined) return [at(one)];
  return path.includes(":") || path.includes("*") ? [] : [path];
}

function Frame() {
  const { rights } = useLoaderData<{ rights: readonly string[] }>();
  return (
    <RightsOnScreen rights={rights}>
      <Outlet />
    </RightsOnScreen>
  );
}

/** The page's markup; undefined for a role that may not open it. */
async function draw({ path, module }: Page, address: string, role: Role): Promise<string | undefined> {
  const url = new URL(address, ctx.publicUrl);
  const names = path.split("/");
  const params = Object.fromEntries(
    names.flatMap((name, i) => (name.startsWith(":") ? [[name.slice(1), url.pathname.split("/")[i] ?? ""]] : [])),
  );
  const request = new Request(url, { headers: { cookie: cookies.get(role) ?? "" } });
  const loaded: unknown = await Promise.resolve()
    .then(() => module.loader?.({ request, context: requestContext(ctx), params }))
    .catch((thrown: unknown) => thrown);
  if (loaded instanceof Error) throw loaded;
  if (loaded instanceof Response) return undefined;
  const { data, init } = loaded as { data: unknown; init?: { status?: number } };
  const isWrapped = typeof loaded === "object" && loaded !== null && "type" in loaded;
  if (isWrapped && init?.status === 403) return undefined;
  const Stub = createRoutesStub([
    {
      id: "app/admin/layout",
      path: "/admin",
      Component: Frame,
      children: [
        {
          id: "page",
          path: path.replace(/^\/admin\/?/, "") || undefined,
          index: path === "/admin",
          Component: module.default,
        } as never,
      ],
    },
  ]);
  const hydrationData = {
    loaderData: {
      "app/admin/layout": { readsLog: hasRight(role, "audit.read"), rights: ROLE_RIGHTS[role] },
      page: isWrapped ? data : loaded,
    },
  } as never;
  return renderToStaticMarkup(
    <I18nextProvider i18n={ctx.messages.en}>
      <Stub initialEntries={[address]} hydrationData={hydrationData} />
    </I18nextProvider>,
  );
}

const rightsIn = (html: string) => [...new Set([...html.matchAll(/data-right="([^"]+)"/g)].map(([, right]) => right ?? ""))];

describe.each(PAGES.map((page) => [page.path, page] as const))("%s", (path, page) => {
  it("shows each role the controls of its rights, and no others", async () => {
    for (const address of addresses(path)) {
      const owners = await draw(page, address, "owner");
      expect(owners, address).toBeDefined();
      const all = rightsIn(owners ?? "");
      expect(all.filter((right) => !RIGHTS.some((known) => known === right))).toEqual([]);
      for (const role of ROLES) {
        const html = await draw(page, address, role);
        if (html === undefined) continue;
        const theirs = all.filter((right) => ROLE_RIGHTS[role].some((own) => own === right));
        expect([
          address,
          role,
          rightsIn(html)
            .filter((right) => all.includes(right))
            .toSorted(),
        ]).toEqual([address, role, theirs.toSorted()]);
        if (role === "read-only" && !EVERYBODYS.includes(path))
          expect([address, html.match(/<form[^>]*method="post"[^>]*>|data-needs-reauth/g) ?? []]).toEqual([address, []]);
      }
    }
  });
});

it("every right that changes something has its control on a page", async () => {
  const shown = new Set<string>(ELSEWHERE);
  for (const page of PAGES)
    for (const address of addresses(page.path))
      for (const right of rightsIn((await draw(page, address, "owner")) ?? "")) shown.add(right);
  const changing = RIGHTS.filter((right) => !right.endsWith(".read"));
  expect(changing.filter((right) => !shown.has(right))).toEqual([]);
});
