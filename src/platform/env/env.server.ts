/** The only place that reads the environment: once, with a default or a clear refusal for each setting. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Trader } from "#shared/brand/brand.ts";
import { pence } from "#shared/money/money.ts";
import { type Bucket, bucketOf, findBucketGaps } from "./env-bucket.server.ts";
import { findDemoRefusals } from "./env-demo.server.ts";
import { isLoopback, list } from "./env-formats.server.ts";
import { findIgnored } from "./env-ignored.server.ts";
import { checkoutOf, findPaymentGaps, isTestMode } from "./env-payments.server.ts";
import { findMissing, findProductionRefusals } from "./env-production.server.ts";
import { NO_PROXY, schema, type Vars } from "./env-schema.server.ts";
import { needsTls, withTls } from "./env-tls.server.ts";
import { tracingOf } from "./env-tracing.server.ts";

export const SETTINGS: readonly string[] = Object.keys(schema.shape);

export type { Bucket };
export type Env = ReturnType<typeof readEnv>;

/** Public timestamp authorities whose roots the verifier trusts. */
const PUBLIC_AUTHORITIES = [
  "http://timestamp.digicert.com",
  "http://timestamp.sectigo.com",
  "http://timestamp.globalsign.com/tsa/r6advanced1",
] as const;

const DEMO_SOCIAL_URLS = [
  "https://www.instagram.com/concours",
  "https://www.facebook.com/concours",
  "https://www.youtube.com/@concours",
];

/** Invented, and obviously so. */
const DEMO_TRADER: Trader = {
  name: "Concours Demonstration Ltd",
  address: "1 Example Street, Exampleton, EX1 1EX, United Kingdom",
  companyNumber: "00000000",
  email: "hello@concours.test",
  postalEntryAddress: "Concours Free Entry, PO Box 1, Exampleton, EX1 1EX, United Kingdom",
};

const DEMO_SENDER = "Concours <tickets@concours.test>";

/** Settings that do not fit, as a text for the operator. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Reads all settings. Throws EnvError for wrong, missing or unsafe ones. */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const vars = parse(source);
  const isDemo = vars.NODE_ENV !== "production" || vars.CONCOURS_DEMO;
  if (!isDemo) refuseUnsafe(vars, source);

  return {
    isDemo,
    /** Production with test keys; false for the demonstration (docs/decisions/0067). */
    isTestMode: !isDemo && isTestMode(vars),
    isDevelopment: vars.NODE_ENV === "development",
    port: vars.PORT,
    host: vars.HOST,
    publicUrl: vars.PUBLIC_URL,
    workers: vars.WORKERS === "auto" ? availableParallelism() : vars.WORKERS,
    /** Whether a supervisor restarts processes, one by one. */
    isWatched: vars.WORKERS === "auto" || vars.WORKERS > 1,
    dataDir: resolve(vars.DATA_DIR),
    languagesDir: vars.LANGUAGES_DIR && resolve(vars.LANGUAGES_DIR),
    bucket: bucketOf(vars),
    logLevel: vars.LOG_LEVEL,
    /** With the shop's own role. TLS across a network unless the address says otherwise. */
    databaseUrl: vars.DATABASE_URL && withTls(vars.DATABASE_URL),
    databaseOwnerUrl: vars.DATABASE_OWNER_URL && withTls(vars.DATABASE_OWNER_URL),
    /** Bypasses a transaction pooler; undefined without one. */
    databaseDirectUrl: vars.DATABASE_URL && vars.DATABASE_DIRECT_URL && withTls(vars.DATABASE_DIRECT_URL),
    databaseReadUrl: vars.DATABASE_READ_URL && withTls(vars.DATABASE_READ_URL),
    authSecret: vars.AUTH_SECRET,
    /** The former secret, still accepted during a rotation. */
    previousAuthSecret: vars.AUTH_SECRET_PREVIOUS,
    lastingSecret: vars.LASTING_SECRET,
    stripeSecretKey: vars.STRIPE_SECRET_KEY,
    stripeWebhookSecret: vars.STRIPE_WEBHOOK_SECRET,
    /** A server with Stripe's API, such as a shared simulator; not in production. */
    stripeApiUrl: vars.STRIPE_API_URL,
    checkout: checkoutOf(vars),
    newOrders: vars.NEW_ORDERS,
    smtpUrl: vars.SMTP_URL,
    smtpNeedsTls: vars.SMTP_URL !== undefined && needsTls(vars.SMTP_URL) && !vars.ALLOW_INSECURE.includes("plain-smtp"),
    mailFrom: vars.MAIL_FROM ?? DEMO_SENDER,
    dkimSelector: vars.DKIM_SELECTOR,
    /** For campaigns, over all processes. Mails about orders are not limited. */
    mailsPerSecond: vars.MAILS_PER_SECOND,
    beacon: vars.BEACON ?? (isDemo ? ("demo" as const) : ("quicknet" as const)),
    drandRelays: list(vars.DRAND_RELAYS),
    timestampAuthorities:
      vars.TIMESTAMP_AUTHORITIES === undefined ? (isDemo ? undefined : PUBLIC_AUTHORITIES) : list(vars.TIMESTAMP_AUTHORITIES),
    trustedProxies: vars.TRUSTED_PROXIES === NO_PROXY ? [] : list(vars.TRUSTED_PROXIES ?? ""),
    rateLimits: !(isDemo && vars.RATE_LIMITS === "off"),
    /** Whether administrators must set up and use a second factor. */
    staffNeedSecondFactor: vars.STAFF_SECOND_FACTOR === "required",
    /** Webhooks may go to this machine if only this machine can configure them. */
    webhooksReachLoopback:
      isDemo && isLoopback(vars.HOST) && (vars.PUBLIC_URL === undefined || isLoopback(new URL(vars.PUBLIC_URL).hostname)),
    /** Pence that one member of staff may refund a day without approval, if there is a second one. */
    refundAlonePence: vars.REFUND_ALONE_POUNDS * 100,
    /** Whether the terms describe games of skill or draws by chance. */
    wording: vars.WORDING,
    /** By their first day; they decide how many entries a postal card brings. */
    stampPrices: vars.STAMP_PRICES,
    /** Thresholds from which a player's behaviour is shown to staff as signs of harm. */
    harmThresholds: {
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
    ignoredSettings: findIgnored(vars, source, { isDemo, settings: SETTINGS }),
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

/** Libraries choose their production build by NODE_ENV, also in the demo. Call before loading them. */
export function preferFastBuilds(): void {
  process.env.NODE_ENV ??= "production";
}

/**
 * Throws EnvError if other machines could reach the demonstration, whose passwords are public, or anything
 * real is configured, unless `CONCOURS_DEMO=1` permits it.
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

/** Not trimmed: secrets must stay unchanged, and libraries read the others themselves. */
const AS_WRITTEN: readonly string[] = ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "LASTING_SECRET", "NODE_ENV"];

/** Drops blank values, trims others (env files may leave carriage returns), and refuses quoted ones. */
function parse(source: Record<string, string | undefined>): Vars {
  const set = Object.entries(source).flatMap(([name, value = ""]): [string, string][] => {
    const trimmed = AS_WRITTEN.includes(name) ? value : value.trim();
    return trimmed === "" ? [] : [[name, trimmed]];
  });
  const quoted = set.filter(([name, value]) => SETTINGS.includes(name) && !AS_WRITTEN.includes(name) && isQuoted(value));
  const parsed = schema.safeParse(Object.fromEntries(set));
  const wrong = [
    ...quoted.map(([name]) => `${name}: the quotes around it belong to it here. Leave them out`),
    ...(parsed.success
      ? [...findBucketGaps(parsed.data), ...findPaymentGaps(parsed.data), ...findDependent(parsed.data)]
      : parsed.error.issues.map((i) => `${i.path.join(".")}: ${i.message}`)),
  ];
  if (parsed.success && wrong.length === 0) return parsed.data;
  throw new EnvError(`These settings are wrong:\n${indented(wrong)}`);
}

/** One sentence for each setting that has no effect without another one, which is missing. */
function findDependent(vars: Vars): string[] {
  return [
    ...(["DATABASE_READ_URL", "DATABASE_DIRECT_URL", "DATABASE_OWNER_URL"] as const).map((dependent) => ({
      dependent,
      needed: "DATABASE_URL" as const,
    })),
    { dependent: "CDN_PURGE_TOKEN" as const, needed: "CDN_PURGE_URL" as const },
  ].flatMap(({ dependent, needed }) =>
    vars[dependent] !== undefined && vars[needed] === undefined ? [`${needed}: missing, though ${dependent} is there`] : [],
  );
}

function isQuoted(value: string): boolean {
  return /^(["']).*\1$/s.test(value);
}

/** Throws EnvError for settings with which a real shop must not start. */
function refuseUnsafe(vars: Vars, source: Record<string, string | undefined>): void {
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

function socialUrlsOf({ SOCIAL_URL: first, MORE_SOCIAL_URLS: more }: Vars, isDemo: boolean): readonly string[] {
  const named = [...(first === undefined ? [] : [first]), ...more];
  return named.length === 0 && isDemo ? DEMO_SOCIAL_URLS : named;
}
