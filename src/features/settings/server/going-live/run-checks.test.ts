import { QUICKNET, roundAt } from "@concours/draw-protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { checkout } from "#features/orders/server/orders.fixture.ts";
import { receiveEvent } from "#features/orders/server/settlement/receive-event.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PageRequest } from "#platform/payments/payments.server.ts";
import { judgeBackup, judgeSender } from "../../rules/going-live.ts";
import { askForSwitch, findTestMode, takeSwitchBack } from "./end-test-mode.ts";
import { confirmTerms, openShop, runChecks, showOverview } from "./run-checks.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const ASKER = { email: "owner@example.com", firstName: "Olive", locale: "en" } as const;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.setNow(NOON);
  await ctx.owner.query("DELETE FROM shop_checks; DELETE FROM shop_openings; DELETE FROM payment_events");
});

async function member(role: "owner" | "support", proven = true) {
  const { id } = await makeUser(ctx);
  await ctx.db.updateTable("users").set({ two_factor_enabled: proven }).where("id", "=", id).execute();
  await ctx.db.insertInto("admin_user").values({ id, role }).execute();
  return reauthedAdmin(ctx, id);
}
async function stateOf(by: Awaited<ReturnType<typeof member>>) {
  const shown = await showOverview(ctx, by);
  if (!shown.ok) throw new Error(shown.error);
  return shown.value;
}
/** As the provider's webhook would. */
const receiveTestEvent = (byWebhook: boolean, id: string) => {
  const event = { id, provider: "stripe", kind: "other", type: "x", createdAt: NOON } as const;
  const nothing = { sessionId: undefined, paymentIntentId: undefined, disputeId: undefined };
  return receiveEvent(ctx, { ...event, ...nothing }, { byWebhook });
};

it("runs all checks for real, shows results with their age, and opens once every must is green", async () => {
  // The provider's clock is the real one.
  const now = new Date();
  ctx.setNow(now);
  const owner = await member("owner");
  expect((await stateOf(owner)).openMusts).toEqual(expect.arrayContaining(["payments", "webhook", "mail", "storage", "terms"]));
  expect(await openShop(ctx, owner)).toEqual({ ok: false, error: "musts" });

  // The provider's ledger has the page; this test's simulator sends no events.
  const pages: string[] = [];
  const real = ctx.payments.of("stripe");
  const payments = paymentsWith(ctx.payments, {
    async expirePage(id) {
      pages.push(id);
      await receiveTestEvent(true, `evt_${id}`);
      return real.expirePage(id);
    },
  });
  expect(await runChecks({ ...ctx, payments }, owner, ASKER)).toEqual({ ok: true, value: undefined });
  expect(pages).toHaveLength(1);
  expect(await real.getPage(pages[0] ?? "")).toMatchObject({ state: "expired", paid: false });
  expect((await ctx.mailbox?.list())?.mails.map(({ to }) => to)).toEqual([ASKER.email]);

  const lottery = await makeLottery(ctx);
  expect(await checkout(ctx, lottery, 1)).toEqual({ ok: false, error: "upcoming" });
  await confirmTerms(ctx, owner);
  const { found, openMusts } = await stateOf(owner);
  expect(openMusts).toEqual([]);
  expect(found.payments).toMatchObject({ state: "green", lookedAt: now });
  expect(await openShop(ctx, { ...owner, reauthAt: undefined })).toEqual({ ok: false, error: "reauth_needed" });
  expect(await openShop(ctx, owner)).toEqual({ ok: true, value: undefined });
  expect(await checkout(ctx, lottery, 1)).toMatchObject({ ok: true });
  expect(await openShop(ctx, owner)).toEqual({ ok: false, error: "already" });
  expect((await stateOf(owner)).openedAt).toEqual(now);
  const log = ctx.db.selectFrom("audit_log").select("action").where("subject_type", "=", "shop").orderBy("id");
  expect((await log.execute()).map(({ action }) => action)).toEqual(["shop.terms_read", "shop.open"]);
});

describe("in test mode", () => {
  const trying = () => ({ ...ctx, env: { ...ctx.env, isDemo: false, isTestMode: true } });
  beforeEach(() => ctx.owner.query("DELETE FROM shop_modes; INSERT INTO shop_modes (mode, since) VALUES ('test', now())"));
  afterAll(() => ctx.owner.query("DELETE FROM shop_modes"));

  it("test keys are amber, and do not prevent opening", async () => {
    const owner = await member("owner");
    await runChecks(trying(), owner, ASKER);
    const shown = await showOverview(trying(), owner);
    expect(shown.ok && shown.value.found.payments).toMatchObject({ state: "amber", says: "testKeys" });
    expect(shown.ok && shown.value.openMusts).not.toContain("payments");
  });

  it("an owner who types the shop's name asks for the switch, sees what it wipes, and may take it back", async () => {
    const owner = await member("owner");
    const shop = trying();
    const name = shop.brand.current.name;
    expect(await askForSwitch(shop, await member("support"), name)).toEqual({ ok: false, error: "forbidden" });
    expect(await askForSwitch(shop, { ...owner, reauthAt: undefined }, name)).toEqual({ ok: false, error: "reauth_needed" });
    expect(await askForSwitch(shop, owner, "another")).toEqual({ ok: false, error: "name" });
    expect(await findTestMode(shop)).toMatchObject({ requestedAt: undefined });

    expect(await askForSwitch(shop, owner, ` ${name.toUpperCase()} `)).toEqual({ ok: true, value: undefined });
    expect(await askForSwitch(shop, owner, name)).toEqual({ ok: false, error: "already" });
    const { rows } = await ctx.owner.query("SELECT count(*)::int AS orders FROM orders");
    expect(await findTestMode(shop)).toMatchObject({ requestedAt: NOON, testData: rows[0] });

    await takeSwitchBack(shop, owner);
    await takeSwitchBack(shop, owner);
    expect(await findTestMode(shop)).toMatchObject({ requestedAt: undefined });
    const log = ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", "mode").orderBy("id");
    expect((await log.execute()).map(({ action }) => action)).toEqual(["shop.switch_ask", "shop.switch_withdraw"]);
  });
});

it("failures are red with their reason", async () => {
  const owner = await member("owner");
  const payments = paymentsWith(ctx.payments, {
    async *listDisputes() {
      throw Object.assign(new Error("Invalid API Key provided"), { statusCode: 401 });
    },
    openPage: async () => ({ ok: false, error: "refused" }),
  });
  const media = { ...ctx.media, tryOut: () => Promise.reject(new Error("read-only file system")) };
  const mail = { ...ctx.mail, send: async () => ({ ok: false, error: "temporary", code: "ECONNECTION" }) as const };
  const pause = async () => undefined;
  await runChecks({ ...ctx, payments, media, mail, pause }, owner, ASKER);
  const { found } = await stateOf(owner);
  expect(found.payments).toMatchObject({ state: "red", says: "refused" });
  expect(found.storage).toMatchObject({ state: "red", says: "failed" });
  expect(found.mail).toMatchObject({ state: "red", says: "unreachable" });
  const offline = paymentsWith(ctx.payments, {
    async *listDisputes() {
      throw new TypeError("fetch failed");
    },
  });
  await runChecks({ ...ctx, payments: offline, media, mail, pause }, owner, ASKER);
  expect((await stateOf(owner)).found.payments).toMatchObject({ state: "red", says: "unreachable" });
  expect(found.webhook).toMatchObject({ state: "red", facts: { url: `${ctx.publicUrl}/api/payments/webhook` } });
});

it("results older than a day do not open a shop; for an open one they only show their age", async () => {
  const owner = await member("owner");
  await runChecks({ ...ctx, pause: async () => undefined }, owner, ASKER);
  expect((await stateOf(owner)).found.mail).toMatchObject({ state: "green" });
  ctx.setNow(new Date(NOON.getTime() + 86_400_001));
  const old = await stateOf(owner);
  expect(old.found.mail).toMatchObject({ state: "amber", says: "tooOld", lookedAt: NOON });
  expect(old.openMusts).toEqual(expect.arrayContaining(["mail", "storage"]));
  await ctx.db.insertInto("shop_openings").values({ opened_at: NOON }).execute();
  expect((await stateOf(owner)).found.mail).toMatchObject({ state: "green", lookedAt: NOON });
});

it("earlier webhooks do not replace a missing one", async () => {
  const owner = await member("owner");
  await receiveTestEvent(true, "evt_before");
  expect((await stateOf(owner)).found.webhook).toMatchObject({ state: "green" });
  // The provider's clock is the real one.
  const provokedAt = new Date();
  ctx.setNow(provokedAt);
  await runChecks({ ...ctx, pause: async () => undefined }, owner, ASKER);
  const silent = await stateOf(owner);
  expect(silent.found.webhook).toMatchObject({ state: "red", says: "silent", facts: { setting: "STRIPE_WEBHOOK_SECRET" } });
  expect(silent.openMusts).toContain("webhook");
  await receiveTestEvent(true, "evt_after");
  expect((await stateOf(owner)).found.webhook).toMatchObject({ state: "green", facts: { at: provokedAt.toISOString() } });
});

it("a wrong clock fails the beacon's check", async () => {
  const owner = await member("owner");
  const beacon = {
    ...ctx.beacon,
    ...{ isDemo: false, chain: QUICKNET },
    newestRound: async () => ({ ok: true, value: roundAt(QUICKNET, NOON.getTime() / 1000) }) as const,
  };
  const shop = { ...ctx, beacon, pause: async () => undefined };
  await runChecks(shop, owner, ASKER);
  expect((await stateOf(owner)).found.beacon).toMatchObject({ state: "green", says: "ok" });
  ctx.setNow(new Date(NOON.getTime() + 120_000));
  await runChecks(shop, owner, ASKER);
  expect((await stateOf(owner)).found.beacon).toMatchObject({ state: "red", says: "clock" });
});

it("a provider without events before the first payment does not prevent opening", async () => {
  const owner = await member("owner");
  const payments = paymentsWith(ctx.payments, { reportsClosedPages: false });
  const shown = await showOverview({ ...ctx, payments }, owner);
  expect(shown.ok && shown.value.found.webhook).toMatchObject({ state: "green", says: "awaited" });
  expect(shown.ok && shown.value.openMusts).not.toContain("webhook");
});

it("a provider that accepts the key but opens no page prevents opening", async () => {
  const owner = await member("owner");
  const brands: (PageRequest["brand"] | undefined)[] = [];
  const real = ctx.payments.of("stripe");
  let isRefused = true;
  const payments = paymentsWith(ctx.payments, {
    async openPage(request) {
      brands.push(request.brand);
      return isRefused ? { ok: false, error: "refused", failure: new Error("bad word") } : real.openPage(request);
    },
  });
  const shop = { ...ctx, payments, pause: async () => undefined };
  ctx.setNow(new Date());
  await runChecks(shop, owner, ASKER);
  const { colours, name } = ctx.brand.current;
  expect(brands).toMatchObject([{ colours, name }]);
  const refused = await stateOf(owner);
  expect(refused.found.payments).toMatchObject({ state: "red", says: "noPage", facts: { provider: "Stripe" } });
  expect(refused.openMusts).toContain("payments");
  isRefused = false;
  await runChecks(shop, owner, ASKER);
  expect((await stateOf(owner)).found.payments).toMatchObject({ state: "green" });
});

it("a polled event is no webhook", async () => {
  const owner = await member("owner");
  await receiveTestEvent(false, "evt_asked");
  expect((await stateOf(owner)).found.webhook.state).toBe("red");
  await receiveTestEvent(true, "evt_told");
  expect((await stateOf(owner)).found.webhook.state).toBe("green");
});

it("other staff can view, but neither run checks nor open", async () => {
  const support = await member("support");
  expect((await showOverview(ctx, support)).ok).toBe(true);
  for (const act of [runChecks(ctx, support, ASKER), confirmTerms(ctx, support), openShop(ctx, support)])
    expect(await act).toEqual({ ok: false, error: "forbidden" });
});

it("a sole owner without a second factor is a failure, and one among others a warning", async () => {
  await ctx.owner.query("DELETE FROM admin_user");
  const owner = await member("owner", false);
  expect((await stateOf(owner)).found.owner).toMatchObject({ state: "red", says: "noFactor" });
  await member("owner");
  expect((await stateOf(owner)).found.owner).toMatchObject({ state: "amber", says: "some" });
});

describe("the sender's domain", () => {
  const complete = { domain: ["x=1", "v=spf1 -all"], dkim: ["v=DKIM1; k=rsa; p=MIGf"], dmarc: ["v=DMARC1; p=reject"] };
  it.each([
    ["with all three", complete, { state: "green", says: "ok" }],
    ["without a selector", { ...complete, dkim: undefined }, { state: "amber", says: "noSelector" }],
    ["with a key that was withdrawn", { ...complete, dkim: ["v=DKIM1; p="] }, { state: "amber", facts: { lacks: "DKIM" } }],
    ["with none", { domain: [], dkim: [], dmarc: [] }, { state: "amber", facts: { lacks: "SPF, DKIM, DMARC" } }],
  ])("%s", (_name, records, expected) => {
    expect(judgeSender("example.com", records)).toMatchObject(expected);
  });
});

it.each([
  [undefined, "amber"],
  [1, "green"],
  [3, "amber"],
  [8, "red"],
] as const)("a backup of %s days ago is %s", (days, state) => {
  expect(judgeBackup(days && new Date(NOON.getTime() - days * 86_400_000), NOON).state).toBe(state);
});
