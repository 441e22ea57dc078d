/** The only place that reads the environment: one schema, read once, with a local default or a clear refusal for each key. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";

const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");
const optional = z.string().trim().min(1).optional();

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).optional(),
  CONCOURS_DEMO: flag,
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default(".data"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  DATABASE_URL: optional,
  AUTH_SECRET: z.string().min(32).optional(),
  AUTH_SECRET_PREVIOUS: z.string().min(32).optional(),
  LASTING_SECRET: z.string().min(32).optional(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: z.url().optional(),
  SMTP_URL: optional,
  MAILS_PER_SECOND: z.coerce.number().min(0.1).max(10_000).default(50),
  MAIL_FROM: z.string().default("Concours <tickets@concours.test>"),
  BEACON: z.enum(["quicknet", "demo"]).optional(),
  DRAND_RELAYS: z
    .string()
    .default("https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com"),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .refine((value) => list(value).every(isNetwork), "addresses or networks, such as 10.0.0.1,192.168.0.0/16"),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  METRICS_TOKEN: optional,
  SOCIAL_URL: z.url().default("https://www.instagram.com/concours"),
  TRADER_NAME: optional,
  TRADER_ADDRESS: optional,
  TRADER_COMPANY_NUMBER: optional,
  TRADER_EMAIL: optional,
  POSTAL_ENTRY_ADDRESS: optional,
});

/** The names of all settings. docs/operations.md says what they are for. */
export const SETTINGS: readonly string[] = Object.keys(schema.shape);

/** Who sells, as shown in the footer, the terms and every mail. */
export type Trader = {
  readonly name: string;
  readonly address: string;
  readonly companyNumber: string;
  readonly email: string;
  readonly postalEntryAddress: string;
};

export type Env = ReturnType<typeof readEnv>;

/** Invented, and meant to look it. */
const DEMO_TRADER: Trader = {
  name: "Concours Demonstration Ltd",
  address: "1 Example Street, Exampleton, EX1 1EX, United Kingdom",
  companyNumber: "00000000",
  email: "hello@concours.test",
  postalEntryAddress: "Concours Free Entry, PO Box 1, Exampleton, EX1 1EX, United Kingdom",
};

/** What production cannot do without: no embedded neighbour, no invented trader. */
const NEEDED_IN_PRODUCTION = [
  "DATABASE_URL",
  "PUBLIC_URL",
  "AUTH_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "SMTP_URL",
  "TRADER_NAME",
  "TRADER_ADDRESS",
  "TRADER_COMPANY_NUMBER",
  "TRADER_EMAIL",
  "POSTAL_ENTRY_ADDRESS",
] as const;

/** A setting is missing or wrong; the message names each of them. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/**
 * Reads and checks the settings.
 *
 * @throws EnvError naming every key that is missing or wrong, so that a start fails at once and not in mid-purchase
 */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  if (!parsed.success) {
    throw new EnvError(
      `These settings are wrong:\n${parsed.error.issues.map((i) => `  ${i.path.join(".")}: ${i.message}`).join("\n")}`,
    );
  }
  const vars = parsed.data;
  const isDemo = vars.NODE_ENV !== "production" || vars.CONCOURS_DEMO;
  if (!isDemo) refuseDemoParts(vars);

  return {
    isDemo,
    isDevelopment: vars.NODE_ENV === "development",
    port: vars.PORT,
    host: vars.HOST,
    publicUrl: vars.PUBLIC_URL?.replace(/\/+$/, ""),
    dataDir: resolve(vars.DATA_DIR),
    logLevel: vars.LOG_LEVEL,
    databaseUrl: vars.DATABASE_URL,
    authSecret: vars.AUTH_SECRET,
    /** While the secret is changed: what was signed with the last one is still believed. */
    previousAuthSecret: vars.AUTH_SECRET_PREVIOUS,
    /** Named from the first change of AUTH_SECRET on, as what that was before. */
    lastingSecret: vars.LASTING_SECRET,
    stripeSecretKey: vars.STRIPE_SECRET_KEY,
    stripeWebhookSecret: vars.STRIPE_WEBHOOK_SECRET,
    /** A server other than Stripe's own that speaks its wire, such as a simulator shared by several shops; not in production. */
    stripeApiUrl: vars.STRIPE_API_URL,
    smtpUrl: vars.SMTP_URL,
    mailFrom: vars.MAIL_FROM,
    /** Of campaigns, over all processes; what a buyer waits for is not held back. */
    mailsPerSecond: vars.MAILS_PER_SECOND,
    beacon: vars.BEACON ?? (isDemo ? ("demo" as const) : ("quicknet" as const)),
    drandRelays: list(vars.DRAND_RELAYS),
    trustedProxies: list(vars.TRUSTED_PROXIES),
    /** May be switched off in the demo only. */
    rateLimits: !(isDemo && vars.RATE_LIMITS === "off"),
    metricsToken: vars.METRICS_TOKEN,
    socialUrl: vars.SOCIAL_URL,
    trader: {
      name: vars.TRADER_NAME ?? DEMO_TRADER.name,
      address: vars.TRADER_ADDRESS ?? DEMO_TRADER.address,
      companyNumber: vars.TRADER_COMPANY_NUMBER ?? DEMO_TRADER.companyNumber,
      email: vars.TRADER_EMAIL ?? DEMO_TRADER.email,
      postalEntryAddress: vars.POSTAL_ENTRY_ADDRESS ?? DEMO_TRADER.postalEntryAddress,
    } satisfies Trader,
  };
}

/** Libraries such as React choose their fast build by NODE_ENV; the demo wants that one too. Call before they are loaded. */
export function preferFastBuilds(): void {
  process.env.NODE_ENV ??= "production";
}

function refuseDemoParts(vars: z.infer<typeof schema>): void {
  const missing: string[] = NEEDED_IN_PRODUCTION.filter((key) => vars[key] === undefined);
  if (vars.STRIPE_API_URL !== undefined) missing.push("STRIPE_API_URL unset (only Stripe itself takes real money)");
  if (vars.BEACON === "demo") missing.push("BEACON (the demonstration beacon proves nothing)");
  if (missing.length === 0) return;
  throw new EnvError(
    `Production needs these settings:\n${missing.map((key) => `  ${key}`).join("\n")}\nTo run the demonstration with embedded parts instead, set CONCOURS_DEMO=1.`,
  );
}

function list(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** An IP address, or a network in CIDR notation. */
function isNetwork(entry: string): boolean {
  const [address = "", bits, ...more] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}
