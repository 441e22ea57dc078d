/** Runs and shows the checks of going live, and opens the shop. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { termsInForce } from "#features/orders/rules/checkout/terms.ts";
import { findLastWebhook } from "#features/orders/server/settlement/event-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findOpening, writeOpening } from "#platform/opening.server.ts";
import type { OpenedPage, PaymentProvider } from "#platform/payments/payments.server.ts";
import { pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { amber, CHECKS, type CheckId, type Found, green, openMusts, red, stillGood } from "../../rules/going-live.ts";
import { listChecks, writeCheck } from "./check-store.ts";
import { findTestMode, type TestModeView } from "./end-test-mode.ts";
import { EXTERNAL_CHECKS, type Requester, testKeys } from "./external-checks.ts";
import { keysCheckId, INTERNAL_CHECKS, pagesCheckId, type Shown, eventCheckId } from "./internal-checks.ts";

/** Results of all checks, musts that are not green, and when the shop opened. */
export type Overview = {
  readonly found: Readonly<Record<CheckId, Shown>>;
  readonly openMusts: readonly CheckId[];
  readonly openedAt: Date | undefined;
  readonly testMode: TestModeView | undefined;
};

/** A check that takes longer has failed. */
const LONGEST_LOOK_MS = 20_000;
/** Time for the webhook, before the page is read again. */
const WEBHOOK_WAIT_MS = 5_000;
/** Lifetime of the test payment page; providers accept no less than half an hour. */
const PAGE_MINUTES = 31;

/** What /admin/live shows. */
export async function showOverview(ctx: Ctx, actor: Actor): Promise<Result<Overview, "forbidden">> {
  return (await may(ctx, actor, "live.read")) ? ok(await overview(ctx)) : err("forbidden");
}

async function overview(ctx: Ctx): Promise<Overview> {
  const stored = new Map((await listChecks(ctx)).map((check) => [check.id, check]));
  const openedAt = await findOpening(ctx);
  const found = await Promise.all(
    CHECKS.map(async ({ id, isMust }) => {
      if (id in INTERNAL_CHECKS) return [id, await INTERNAL_CHECKS[id as keyof typeof INTERNAL_CHECKS](ctx, stored)] as const;
      return [id, stored.get(id) ?? (isMust ? red("notYet") : amber("notYet"))] as const;
    }),
  );
  // Before opening, results older than their settings are void. Afterwards each shows its age.
  const shown = openedAt ? found : found.map(([id, each]) => [id, stillGood(each, ctx.now())] as const);
  const byId = Object.fromEntries(shown) as Record<CheckId, Shown>;
  return { found: byId, openMusts: openMusts(byId), openedAt, testMode: await findTestMode(ctx) };
}

/** Runs all checks. Sends a test mail, and opens and closes a payment page to provoke a webhook. */
export async function runChecks(ctx: Ctx, actor: Actor, requester: Requester): Promise<Result<undefined, "forbidden">> {
  if (!(await may(ctx, actor, "live.write"))) return err("forbidden");
  await Promise.all([
    performChecks(ctx, requester),
    ...ctx.payments.newOrderProviders.map((provider) => provokeWebhook(ctx, provider, requester)),
  ]);
  return ok();
}

/** Checks a provider's keys and, if closing a page makes an event, its webhook. */
export async function checkProvider(
  ctx: Ctx,
  actor: Actor,
  { provider, requester }: { readonly provider: PaymentProvider; readonly requester: Requester },
): Promise<Result<undefined, "forbidden">> {
  if (!(await may(ctx, actor, "payments.write"))) return err("forbidden");
  await Promise.all([checkKeys(ctx, provider), provokeWebhook(ctx, provider, requester)]);
  return ok();
}

function checkKeys(ctx: Ctx, provider: PaymentProvider): Promise<void> {
  return storeResult(ctx, keysCheckId(provider.name), testKeys(ctx, provider));
}

/** Stores the result of a check, or `late` if it hangs. */
async function storeResult(ctx: Ctx, id: string, looking: Promise<Found | undefined>): Promise<void> {
  const late = sleep(LONGEST_LOOK_MS, red("late"), { ref: false });
  const found = await Promise.race([looking, late]);
  if (found) await writeCheck(ctx.db, { id, ...found, lookedAt: ctx.now() });
}

/** Runs the external checks. Without `requester`, no mail is sent. */
export async function performChecks(ctx: Ctx, requester?: Requester): Promise<void> {
  await Promise.all([
    ...Object.entries(EXTERNAL_CHECKS).map(([id, look]) => storeResult(ctx, id, look(ctx, requester))),
    ...ctx.payments.all.map((provider) => checkKeys(ctx, provider)),
  ]);
}

/**
 * Opens and closes a payment page that no buyer sees, and waits for the event. No money moves. It also
 * tests what the check of the key cannot.
 */
async function provokeWebhook(ctx: Ctx, provider: PaymentProvider, { email, locale }: Requester): Promise<void> {
  if (!provider.reportsClosedPages) return;
  const lastAt = async () => (await findLastWebhook(ctx, provider.name))?.getTime();
  const before = await lastAt();
  const back = `${ctx.publicUrl}/?test=1`;
  const { name, colours, statementWord } = ctx.brand.current;
  try {
    const page = await provider.openPage({
      orderId: randomUUID(),
      amount: pence(100),
      description: "Test",
      customerEmail: email,
      locale,
      brand: { name, colours, statementWord },
      blocksCredit: false,
      expiresAt: new Date(ctx.now().getTime() + PAGE_MINUTES * 60_000),
      successUrl: back,
      cancelUrl: back,
    });
    if (page.ok || page.error === "refused") await storePageResult(ctx, provider, page);
    if (!page.ok) return;
    const lookedAt = ctx.now();
    await provider.expirePage(page.value.id);
    await writeCheck(ctx.db, { id: eventCheckId(provider.name), state: "green", says: "ok", lookedAt });
  } catch (error) {
    // The check of the key reports it.
    ctx.log.warn({ err: error }, "no payment page could be opened to provoke an event");
    return;
  }
  for (let waited = 0; waited < WEBHOOK_WAIT_MS; waited += 250) {
    if ((await lastAt()) !== before) return;
    await ctx.pause(250);
  }
}

/** Stores whether the provider opened a page. */
async function storePageResult({ db, log, now }: Ctx, { name }: PaymentProvider, page: OpenedPage): Promise<void> {
  if (!page.ok) log.warn({ err: page.failure, provider: name }, "a payment provider refuses to open a page");
  const found = page.ok ? green() : red("noPage", { provider: PROVIDER_NAMES[name] });
  await writeCheck(db, { id: pagesCheckId(name), ...found, lookedAt: now() });
}

/** Records that the actor has read the terms in force. */
export async function confirmTerms(ctx: Ctx, actor: Actor): Promise<Result<undefined, "forbidden">> {
  if (!(await may(ctx, actor, "live.write"))) return err("forbidden");
  const at = ctx.now();
  const version = termsInForce(ctx.texts.current("terms", at));
  await ctx.db.transaction().execute(async (tx) => {
    await writeCheck(tx, { id: "terms", state: "green", says: "ok", facts: { version }, lookedAt: at });
    const change = { action: "shop.terms_read", subjectType: "shop", subjectId: "terms", after: { version }, at } as const;
    await recordChange(tx, { actor, ...change });
  });
  return ok();
}

/** Opens the shop for sales. `musts`: a must is not green. `already`: it is open. */
export async function openShop(ctx: Ctx, actor: Actor): Promise<Result<undefined, ReauthRefusal | "musts" | "already">> {
  if (!(await may(ctx, actor, "live.write"))) return err("forbidden");
  const reauth = await requireReauth(ctx, actor, "live.write");
  if (!reauth.ok) return reauth;
  if ((await overview(ctx)).openMusts.length > 0) return err("musts");
  return ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    if (!(await writeOpening(tx, at))) return err("already");
    await recordChange(tx, { actor, action: "shop.open", subjectType: "shop", subjectId: "opening", at });
    return ok();
  });
}
