/** Checks that need no external service. They are made each time the page is shown. */
import { isAnyPublished } from "#features/lotteries/server/list-lotteries.ts";
import { termsInForce } from "#features/orders/rules/checkout/terms.ts";
import { findLastWebhook } from "#features/orders/server/settlement/event-store.ts";
import { countUnanswered } from "#features/player-protection/rules/operator-statements.ts";
import { findStatements } from "#features/player-protection/server/code-of-practice/operator-statements.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findOpening } from "#platform/opening.server.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
import { type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";
import { amber, type CheckId, type Found, green, judgeBackup, red } from "../../rules/going-live.ts";
import { countOwners, type StoredCheck } from "./check-store.ts";

/** Stored results by id. */
export type StoredChecks = ReadonlyMap<string, StoredCheck>;
type Checks = Partial<Record<CheckId, (ctx: Ctx, stored: StoredChecks) => Shown | Promise<Shown>>>;
/** `lookedAt` is absent for results computed with each page. */
export type Shown = Found & { readonly lookedAt?: Date };

/** Without an event for longer, the webhook may be broken. */
const WEBHOOK_OLD_MS = 30 * 86_400_000;
/** Tolerance between the clocks of the machines that provoked and received an event. */
const CLOCKS_DIFFER_MS = 2_000;

async function owner(ctx: Ctx): Promise<Found> {
  const { all, proven } = await countOwners(ctx);
  if (proven === 0) return red("noFactor");
  return proven < all ? amber("some") : green();
}

function trader({ brand }: Ctx): Found {
  const { name, address, companyNumber, email } = brand.current.trader;
  return [name, address, companyNumber, email].every(Boolean) ? green("ok", { name, address }) : red("missing");
}

function brand({ brand: { current }, env }: Ctx): Found {
  return current.name === DEMO_BRAND.name && !env.isDemo ? red("unnamed") : green("ok", { name: current.name });
}

/** Id of the stored check of a provider's key. */
export const keysCheckId = (name: PaymentProviderName): string => `keys.${name}`;
/** Id of the stored check of a provider's payment page. */
export const pagesCheckId = (name: PaymentProviderName): string => `pages.${name}`;
/** Id of the stored time at which an event of the provider was provoked. */
export const eventCheckId = (name: PaymentProviderName): string => `told.${name}`;

/** The worse result of a provider's key and payment page. */
export function judgeProvider(stored: StoredChecks, name: PaymentProviderName): Shown {
  const page = stored.get(pagesCheckId(name));
  return worst([stored.get(keysCheckId(name)) ?? red("notYet"), ...(page ? [page] : [])]);
}

function payments({ payments: { newOrderProviders } }: Ctx, stored: StoredChecks): Shown {
  if (newOrderProviders.length === 0) return red("stopped");
  return worst(newOrderProviders.map(({ name }) => judgeProvider(stored, name)));
}

const BADNESS = { green: 0, amber: 1, red: 2 } as const;

/** The worst of several results; green for none. */
function worst(found: readonly Shown[]): Shown {
  return found.reduce((bad, each) => (BADNESS[each.state] > BADNESS[bad.state] ? each : bad), found[0] ?? green());
}

async function webhook(ctx: Ctx, stored: StoredChecks): Promise<Found> {
  return worst(await Promise.all(ctx.payments.newOrderProviders.map((provider) => judgeWebhook(ctx, provider, stored))));
}

/** Whether events of a provider arrive. */
export async function judgeWebhook(
  ctx: Ctx,
  { name, reportsClosedPages }: PaymentProvider,
  stored: StoredChecks,
): Promise<Found> {
  const provider = PROVIDER_NAMES[name];
  const at = await findLastWebhook(ctx, name);
  const target = { url: webhookAddress(ctx, name), setting: `${name.toUpperCase()}_WEBHOOK_SECRET`, provider };
  if (!at) {
    const facts = target;
    if (reportsClosedPages) return red("none", facts);
    // Events need a first payment, and so an open shop; for a fallback provider, another one's failure.
    if (!(await findOpening(ctx))) return green("awaited", facts);
    return ctx.newOrders.rules.some((rule) => rule.provider === name && rule.share > 0)
      ? red("awaited", facts)
      : amber("awaited", facts);
  }
  const facts = { at: at.toISOString(), provider };
  // Earlier events say nothing about a changed address or secret.
  const provokedAt = stored.get(eventCheckId(name))?.lookedAt;
  if (provokedAt && at.getTime() < provokedAt.getTime() - CLOCKS_DIFFER_MS) return red("silent", { ...facts, ...target });
  return ctx.now().getTime() - at.getTime() > WEBHOOK_OLD_MS ? amber("old", facts) : green("ok", facts);
}

/** The first provider has the short address. */
function webhookAddress({ publicUrl }: Ctx, name: PaymentProviderName): string {
  return `${publicUrl}/api/payments/webhook${name === "stripe" ? "" : `/${name}`}`;
}

function postal({ brand: { current } }: Ctx): Found {
  const { postalEntryAddress: address } = current.trader;
  return address ? green("ok", { address }) : red("missing");
}

function terms(ctx: Ctx, stored: StoredChecks): Found {
  const version = termsInForce(ctx.texts.current("terms", ctx.now()));
  const read = stored.get("terms");
  if (!read) return red("unread");
  return read.facts?.version === version ? green("ok", { at: read.lookedAt.toISOString() }) : red("changed");
}

/** Clauses that the operator has not answered are missing on the public page. */
async function promise(ctx: Ctx): Promise<Found> {
  const count = countUnanswered(await findStatements(ctx));
  return count > 0 ? amber("unanswered", { count: String(count) }) : green();
}

async function draw(ctx: Ctx): Promise<Found> {
  return (await isAnyPublished(ctx)) ? green() : red("none");
}

export const INTERNAL_CHECKS = {
  owner,
  trader,
  brand,
  payments,
  webhook,
  backups: (ctx, stored) => judgeBackup(stored.get("backups")?.lookedAt, ctx.now()),
  postal,
  terms,
  promise,
  draw,
} as const satisfies Checks;
