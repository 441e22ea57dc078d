/** The only place that reads the environment, once, with a local default or a clear refusal for each key. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Trader } from "#shared/brand.ts";
import { pence } from "#shared/money.ts";
import { type Bucket, bucketOf, findBucketGaps } from "./env-bucket.server.ts";
import { findDemoRefusals } from "./env-demo.server.ts";
import { findPassedOver } from "./env-passed-over.server.ts";
import { checkoutOf, findPaymentGaps, isTestMode } from "./env-payments.server.ts";
import { findMissing, findProductionRefusals } from "./env-production.server.ts";
import { isLoopback, list, NO_PROXY, schema, type Vars } from "./env-schema.server.ts";
import { needsTls, withTls } from "./env-tls.server.ts";
import { tracingOf } from "./env-tracing.server.ts";

export const SETTINGS: readonly string[] = Object.keys(schema.shape);

export type { Bucket };
export type Env = ReturnType<typeof readEnv>;

/** They stamp for everybody, and their roots are among those that the verifier trusts. */
const PUBLIC_AUTHORITIES = [
  "http://timestamp.digicert.com",
  "http://timestamp.sectigo.com",
  "http://timestamp.globalsign.com/tsa/r6advanced1",
] as const;

/** The made-up brand's. */
const DEMO_SOCIAL_URLS = [
  "https://www.instagram.com/concours",
  "https://www.facebook.com/concours",
  "https://www.youtube.com/@concours",
];

/** Invented, and meant to look it. */
const DEMO_TRADER: Trader = {
  name: "Concours Demonstration Ltd",
  address: "1 Example Street, Exampleton, EX1 1EX, United Kingdom",
  companyNumber: "00000000",
  email: "hello@concours.test",
  postalEntryAddress: "Concours Free Entry, PO Box 1, Exampleton, EX1 1EX, United Kingdom",
};

const DEMO_SENDER = "Concours <tickets@concours.test>";

export class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Reads and checks the settings. */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const vars = parse(source);
  const isDemo = vars.NODE_ENV !== "production" || vars.CONCOURS_DEMO;
  if (!isDemo) refuseUnfit(vars, source);

  return {
    isDemo,
    /** A shop in production with its providers' test keys; the demonstration is none (docs/decisions/0067). */
    isTestMode: !isDemo && isTestMode(vars),
    isDevelopment: vars.NODE_ENV === "development",
    port: vars.PORT,
    host: vars.HOST,
    publicUrl: vars.PUBLIC_URL,
    workers: vars.WORKERS === "auto" ? availableParallelism() : vars.WORKERS,
    /** Whether another process watches over them, which can renew a single one as well. */
    isWatched: vars.WORKERS === "auto" || vars.WORKERS > 1,
    dataDir: resolve(vars.DATA_DIR),
    languagesDir: vars.LANGUAGES_DIR && resolve(vars.LANGUAGES_DIR),
    bucket: bucketOf(vars),
    logLevel: vars.LOG_LEVEL,
    /** As the shop's own role. Across a network it is spoken to in TLS, unless the address says otherwise. */
    databaseUrl: vars.DATABASE_URL && withTls(vars.DATABASE_URL),
    databaseOwnerUrl: vars.DATABASE_OWNER_URL && withTls(vars.DATABASE_OWNER_URL),
    /** The same database past a pooler that lends connections for one transaction each; undefined where there is none between. */
    databaseDirectUrl: vars.DATABASE_URL && vars.DATABASE_DIRECT_URL && withTls(vars.DATABASE_DIRECT_URL),
    databaseReadUrl: vars.DATABASE_READ_URL && withTls(vars.DATABASE_READ_URL),
    authSecret: vars.AUTH_SECRET,
    /** While the secret is changed: what was signed with the last one is still believed. */
    previousAuthSecret: vars.AUTH_SECRET_PREVIOUS,
    lastingSecret: vars.LASTING_SECRET,
    stripeSecretKey: vars.STRIPE_SECRET_KEY,
    stripeWebhookSecret: vars.STRIPE_WEBHOOK_SECRET,
    /** A server other than Stripe's own that speaks its wire, such as a simulator shared by several shops; not in production. */
    stripeApiUrl: vars.STRIPE_API_URL,
    checkout: checkoutOf(vars),
    newOrders: vars.NEW_ORDERS,
    smtpUrl: vars.SMTP_URL,
    /** Mails leave encrypted or not at all. */
    smtpNeedsTls: vars.SMTP_URL !== undefined && needsTls(vars.SMTP_URL) && !vars.ALLOW_INSECURE.includes("plain-smtp"),
    mailFrom: vars.MAIL_FROM ?? DEMO_SENDER,
    dkimSelector: vars.DKIM_SELECTOR,
    /** Of campaigns, over all processes; what a buyer waits for is not held back. */
    mailsPerSecond: vars.MAILS_PER_SECOND,
    beacon: vars.BEACON ?? (isDemo ? ("demo" as const) : ("quicknet" as const)),
    drandRelays: list(vars.DRAND_RELAYS),
    timestampAuthorities:
      vars.TIMESTAMP_AUTHORITIES === undefined ? (isDemo ? undefined : PUBLIC_AUTHORITIES) : list(vars.TIMESTAMP_AUTHORITIES),
    trustedProxies: vars.TRUSTED_PROXIES === NO_PROXY ? [] : list(vars.TRUSTED_PROXIES ?? ""),
    rateLimits: !(isDemo && vars.RATE_LIMITS === "off"),
    /** Who administers the shop does so with a second factor, or sets one up first. */
    staffNeedSecondFactor: vars.STAFF_SECOND_FACTOR === "required",
    /** Events may be sent to this machine: where only this machine can say so. */
    webhooksReachLoopback:
      isDemo && isLoopback(vars.HOST) && (vars.PUBLIC_URL === undefined || isLoopback(new URL(vars.PUBLIC_URL).hostname)),
    /** What one person of the staff gives back to buyers within a day before a second one is asked, where there is one. */
    refundAlonePence: vars.REFUND_ALONE_POUNDS * 100,
    /** What the terms call the draws: games of skill, as specified, or draws by chance, as the code of practice does. */
    wording: vars.WORDING,
    /** From when on a player's habits are shown to staff as signs of harm. */
    care: {
      limitMonths: vars.CARE_LIMIT_MONTHS,
      raises: vars.CARE_RAISES,
      spendTimes: vars.CARE_SPEND_TIMES,
      spendFrom: pence(vars.CARE_SPEND_POUNDS * 100),
      ordersADay: vars.CARE_ORDERS_A_DAY,
      declines: vars.CARE_DECLINES_A_DAY,
    },
    metricsToken: vars.METRICS_TOKEN,
    tracing: tracingOf(vars),
    cachePurge: vars.CDN_PURGE_URL === undefined ? undefined : { url: vars.CDN_PURGE_URL, token: vars.CDN_PURGE_TOKEN },
    passedOver: findPassedOver(vars, source, { isDemo, settings: SETTINGS }),
    allowInsecure: vars.ALLOW_INSECURE,
    socialUrls: socialUrlsOf(vars, isDemo),
    trader: {
      name: vars.TRADER_NAME ?? DEMO_TRADER.name,
      address: vars.TRADER_ADDRESS ?? DEMO_TRADER.address,
      companyNumber: vars.TRADER_COMPANY_NUMBER ?? DEMO_TRADER.companyNumber,
      vatNumber: vars.TRADER_VAT_NUMBER,
      email: vars.TRADER_EMAIL ?? DEMO_TRADER.email,
      postalEntryAddress: vars.POSTAL_ENTRY_ADDRESS ?? DEMO_TRADER.postalEntryAddress,
      adrScheme: vars.ADR_SCHEME,
    } satisfies Trader,
  };
}

/** Libraries such as React choose their fast build by NODE_ENV; the demo wants that one too. Call before they are loaded. */
export function preferFastBuilds(): void {
  process.env.NODE_ENV ??= "production";
}

/**
 * For whoever is about to open the demonstration, whose passwords are public: commands beside a shop open nothing.
 *
 * @throws EnvError where anybody but this machine could reach it, or anything real is configured, unless `CONCOURS_DEMO=1` says that it is meant
 */
export function refuseOpenDemo(source: Record<string, string | undefined> = process.env): void {
  const vars = parse(source);
  if (vars.NODE_ENV === "production" && !vars.CONCOURS_DEMO) return;
  const refusals = findDemoRefusals(vars);
  if (refusals.length === 0) return;
  throw new EnvError(
    `The demonstration's passwords are public, so it opens only on this machine and with nothing real configured:\n${indented(refusals)}\nTo run a real shop, set NODE_ENV=production. To open the demonstration anyway, set CONCOURS_DEMO=1.`,
  );
}

/** Nothing is taken off a secret, which would be another one; nor off what libraries read themselves. */
const AS_WRITTEN: readonly string[] = ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "LASTING_SECRET", "NODE_ENV"];

/** Blank ones are absent. Files of other systems leave a carriage return behind a value, and some readers of files the quotes around it. */
function parse(source: Record<string, string | undefined>): Vars {
  const given = Object.entries(source).flatMap(([name, value = ""]): [string, string][] => {
    const kept = AS_WRITTEN.includes(name) ? value : value.trim();
    return kept === "" ? [] : [[name, kept]];
  });
  const quoted = given.filter(([name, value]) => SETTINGS.includes(name) && !AS_WRITTEN.includes(name) && isQuoted(value));
  const parsed = schema.safeParse(Object.fromEntries(given));
  const wrong = [
    ...quoted.map(([name]) => `${name}: the quotes around it belong to it here. Leave them out`),
    ...(parsed.success
      ? [...findBucketGaps(parsed.data), ...findPaymentGaps(parsed.data), ...findLonely(parsed.data)]
      : parsed.error.issues.map((i) => `${i.path.join(".")}: ${i.message}`)),
  ];
  if (parsed.success && wrong.length === 0) return parsed.data;
  throw new EnvError(`These settings are wrong:\n${indented(wrong)}`);
}

/** What is nothing without another setting, which is not there: one sentence each. */
function findLonely(vars: Vars): string[] {
  return [
    ...(["DATABASE_READ_URL", "DATABASE_DIRECT_URL", "DATABASE_OWNER_URL"] as const).map((lonely) => ({
      lonely,
      needed: "DATABASE_URL" as const,
    })),
    { lonely: "CDN_PURGE_TOKEN" as const, needed: "CDN_PURGE_URL" as const },
  ].flatMap(({ lonely, needed }) =>
    vars[lonely] !== undefined && vars[needed] === undefined ? [`${needed}: missing, though ${lonely} is there`] : [],
  );
}

function isQuoted(value: string): boolean {
  return /^(["']).*\1$/s.test(value);
}

function refuseUnfit(vars: Vars, source: Record<string, string | undefined>): void {
  const missing = findMissing(vars);
  if (missing.length > 0)
    throw new EnvError(
      `Production needs these settings:\n${indented(missing)}\nTo run the demonstration with embedded parts instead, set CONCOURS_DEMO=1.`,
    );
  const refusals = findProductionRefusals(vars, source);
  if (refusals.length > 0) throw new EnvError(`Production does not start with these settings:\n${indented(refusals)}`);
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}

/** A demonstration has the made-up brand's; a real shop has none but its own. */
function socialUrlsOf({ SOCIAL_URL: first, MORE_SOCIAL_URLS: more }: Vars, isDemo: boolean): readonly string[] {
  const named = [...(first === undefined ? [] : [first]), ...more];
  return named.length === 0 && isDemo ? DEMO_SOCIAL_URLS : named;
}
