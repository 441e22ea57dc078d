/** The settings by name: their formats and defaults. */
import { BlockList, isIP } from "node:net";
import pg from "pg";
import { z } from "zod";
import { parseStampPrices } from "#shared/money/stamp-price.ts";
import { parseNewOrders } from "../payments/new-orders.ts";
import { tracingSchema } from "./env-tracing.server.ts";

/** False for libpq's lists of hosts and for `target_session_attrs`, which selects among them. */
function hasOneHost(databaseUrl: string): boolean {
  const [, hosts = ""] = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(databaseUrl) ?? [];
  const parameters = new URLSearchParams(databaseUrl.split("?")[1] ?? "");
  const listed = [hosts, ...["host", "hostaddr", "port"].flatMap((name) => parameters.getAll(name))];
  return !listed.some((each) => each.includes(",")) && !parameters.has("target_session_attrs");
}

const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");
const optional = z.string().trim().min(1).optional();
const database = optional
  .refine((url) => url === undefined || hasOneHost(url), {
    message:
      "names several hosts, or has target_session_attrs, which chooses among them; node-postgres takes one host. Run HAProxy in front of the hosts and give its address (docs/deployment.md)",
    abort: true,
  })
  .refine(
    (url) => url === undefined || isReadable(url),
    "an address that can be read, such as postgres://role:password@host/database",
  );

/** With or without a display name. */
const ONE_SENDER = /^(?:[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/;

const ONE_ADDRESS = /^[^\s<>@,]+@[^\s<>@,]+$/;

/** What production refuses unless `ALLOW_INSECURE` names it. */
const ALLOWANCES = ["http", "plain-smtp", "plain-database", "one-database-role", "plain-bucket"] as const;
export type Allowance = (typeof ALLOWANCES)[number];

/** The value of `TRUSTED_PROXIES` for a shop without proxies. */
export const NO_PROXY = "none";

export const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).optional(),
  CONCOURS_DEMO: flag,
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, "an address without a path, such as https://concours.example")
    .transform((url) => new URL(url).origin)
    .optional(),
  WORKERS: z.union([z.literal("auto"), z.coerce.number().int().min(1).max(64)]).default(1),
  DATA_DIR: z.string().default(".data"),
  LANGUAGES_DIR: optional,
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  DATABASE_URL: database,
  DATABASE_OWNER_URL: database,
  DATABASE_READ_URL: database,
  DATABASE_DIRECT_URL: database,
  S3_BUCKET: optional,
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PATH_STYLE: flag,
  AUTH_SECRET: z.string().min(32).optional(),
  AUTH_SECRET_PREVIOUS: z.string().min(32).optional(),
  LASTING_SECRET: z.string().min(32).optional(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: z.url().optional(),
  CHECKOUT_SECRET_KEY: optional,
  CHECKOUT_WEBHOOK_SECRET: optional,
  CHECKOUT_PROCESSING_CHANNEL: optional.refine(
    (value) => value === undefined || /^pc_\w{26}$/.test(value),
    "pc_ and 26 characters",
  ),
  CHECKOUT_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  NEW_ORDERS: z
    .string()
    .transform((text, context) => {
      const rules = parseNewOrders(text);
      if (!rules)
        context.addIssue(
          "shares of providers, such as stripe=70,checkout=30; a sum in pounds from which one holds stands behind @",
        );
      return rules;
    })
    .optional(),
  SMTP_URL: optional.refine(
    (url) => url === undefined || isMailServer(url),
    "an address that can be read, such as smtps://user:password@host; signs in a password are written as %23 for #",
  ),
  MAILS_PER_SECOND: z.coerce.number().min(0.1).max(10_000).default(50),
  MAIL_FROM: z.string().trim().regex(ONE_SENDER, "one address, such as Shop <tickets@shop.example>").optional(),
  DKIM_SELECTOR: optional.refine((name) => name === undefined || /^[\w.-]+$/.test(name), "a name such as mail2026"),
  BEACON: z.enum(["quicknet", "demo"]).optional(),
  DRAND_RELAYS: z
    .string()
    .default("https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com")
    .refine((value) => list(value).length > 0 && list(value).every(isWebAddress), "addresses such as https://api.drand.sh"),
  TIMESTAMP_AUTHORITIES: z
    .string()
    .optional()
    .refine((value) => value === undefined || list(value).every(isWebAddress), "addresses such as http://timestamp.digicert.com"),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .refine(
      (value) => value === undefined || value === NO_PROXY || (list(value).length > 0 && list(value).every(isNetwork)),
      `addresses or networks, such as 10.0.0.1,192.168.0.0/16, or ${NO_PROXY}`,
    ),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  REFUND_ALONE_POUNDS: z.coerce.number().int().min(0).max(1_000_000).default(250),
  STAFF_SECOND_FACTOR: z.enum(["optional", "required"]).default("optional"),
  WORDING: z.enum(["skill", "by-chance"]).default("skill"),
  METRICS_TOKEN: optional,
  ...tracingSchema,
  CDN_PURGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_TOKEN: optional,
  ALLOW_INSECURE: z
    .string()
    .default("")
    .transform(list)
    .pipe(z.array(z.enum(ALLOWANCES))),
  SOCIAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  MORE_SOCIAL_URLS: z
    .string()
    .default("")
    .transform(list)
    .pipe(z.array(z.url({ protocol: /^https?$/ }))),
  TRADER_NAME: optional,
  TRADER_ADDRESS: optional,
  TRADER_COMPANY_NUMBER: optional,
  TRADER_VAT_NUMBER: optional,
  TRADER_EMAIL: optional.refine(
    (email) => email === undefined || ONE_ADDRESS.test(email),
    "an address such as hello@shop.example",
  ),
  POSTAL_ENTRY_ADDRESS: optional,
  STAMP_PRICES: z
    .string()
    // First-class letters. Source: Royal Mail's prices from 7 April 2026.
    .default("2026-04-07=1.80")
    .transform((text, context) => {
      const prices = parseStampPrices(text);
      if (!prices) context.addIssue("days and pounds in the order of the days, such as 2026-04-07=1.80,2027-04-05=1.95");
      return prices ?? [];
    }),
  ADR_SCHEME: optional,
  CARE_LIMIT_MONTHS: z.coerce.number().int().min(1).max(3).default(2),
  CARE_RAISES: z.coerce.number().int().min(1).default(3),
  CARE_SPEND_TIMES: z.coerce.number().min(1).default(3),
  CARE_SPEND_POUNDS: z.coerce.number().int().min(0).default(100),
  CARE_ORDERS_A_DAY: z.coerce.number().int().min(2).default(10),
  CARE_DECLINES_A_DAY: z.coerce.number().int().min(2).default(5),
});

export type Vars = z.infer<typeof schema>;

export function list(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

/** Links are made by appending a path; forms are accepted from this origin only. */
function isOrigin(text: string): boolean {
  const { pathname = "", search, hash, username, password } = URL.parse(text) ?? {};
  return /^\/*$/.test(pathname) && !search && !hash && !username && !password;
}

function isMailServer(text: string): boolean {
  const { protocol = "", hostname = "" } = URL.parse(text) ?? {};
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/** Prefixes of the largest private networks, 10.0.0.0/8 and fc00::/7. */
const FEWEST_BITS = { 4: 8, 6: 7 } as const;

const IPV4_MAPPED = new BlockList();
IPV4_MAPPED.addSubnet("::", 8, "ipv6");

/** An IP address or a network in CIDR notation that is not larger than a private network. */
function isNetwork(entry: string): boolean {
  const [address = "", bits, ...more] = entry.split("/");
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || more.length > 0) return false;
  if (version === 6 && bits !== undefined && IPV4_MAPPED.check(address, "ipv6")) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= FEWEST_BITS[version] && Number(bits) <= (version === 6 ? 128 : 32))
  );
}

const LOOPBACK = /^(localhost|\[?::1\]?|127\.\d+\.\d+\.\d+)$/i;

/** Whether a host name or address is this machine's own. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Includes the certificate files. A string that is no address is a database name without a host. */
function isReadable(databaseUrl: string): boolean {
  if (!/^(postgres(ql)?:\/\/|socket:|\/)/i.test(databaseUrl)) return false;
  try {
    return new pg.Client({ connectionString: databaseUrl }).host !== "";
  } catch {
    return false;
  }
}
