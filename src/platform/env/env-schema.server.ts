/** The settings by name: their formats and defaults. */
import { z } from "zod";
import { parseStampPrices } from "#shared/money/stamp-price.ts";
import { parseNewOrders } from "../payments/new-orders.ts";
import { hasOneHost, isMailServer, isNetwork, isOrigin, isReadable, isWebAddress, list } from "./env-formats.server.ts";
import { tracingSchema } from "./env-tracing.server.ts";

const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");
/** A setting that may be missing. Blank counts as missing. */
const optional = z.string().trim().min(1).optional();
/** The address of a database. */
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

/** One email address, with or without a display name. */
const ONE_SENDER = /^(?:[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/;

const ONE_ADDRESS = /^[^\s<>@,]+@[^\s<>@,]+$/;

/** Words of `ALLOW_INSECURE`: what production refuses unless it is named there. */
const ALLOWANCES = ["http", "plain-smtp", "plain-database", "one-database-role", "plain-bucket"] as const;
export type Allowance = (typeof ALLOWANCES)[number];

/** The value of `TRUSTED_PROXIES` for a shop without proxies. */
export const NO_PROXY = "none";

/**
 * The settings by the sections of docs/settings.md, whose tables settings-document.test.ts makes. `unset`:
 * what that document says about a missing value, unless it is the schema's default.
 */
export const TOPICS = {
  Process: {
    NODE_ENV: z.enum(["development", "production", "test"]).optional().meta({
      description: "`production` uses no embedded service and no invented data. `development` and `test` are for those tasks",
      unset: "the demonstration",
    }),
    CONCOURS_DEMO: flag.describe("`1` opens the demonstration where it would be [refused](#what-the-start-refuses)"),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000).describe("port of the shop"),
    HOST: z.string().default("127.0.0.1").describe("address on which the shop listens"),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .refine(isOrigin, "an address without a path, such as https://concours.example")
      .transform((url) => new URL(url).origin)
      .optional()
      .meta({
        description: "address that visitors see. Forms are accepted from this origin only",
        unset: "the shop's own address",
      }),
    TRUSTED_PROXIES: z
      .string()
      .optional()
      .refine(
        (value) => value === undefined || value === NO_PROXY || (list(value).length > 0 && list(value).every(isNetwork)),
        `addresses or networks, such as 10.0.0.1,192.168.0.0/16, or ${NO_PROXY}`,
      )
      .describe("list of addresses or networks whose `X-Forwarded-For` is believed, or `none`"),
    WORKERS: z
      .union([z.literal("auto"), z.coerce.number().int().min(1).max(64)])
      .default(1)
      .describe("number of [processes](operations.md#several-processes), or `auto` for one per core"),
    LOG_LEVEL: z
      .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
      .default("info")
      .describe("`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`"),
    LANGUAGES_DIR: optional.describe(
      "folder of [further languages](../CONTRIBUTING.md#adding-a-language), such as `/languages` with `/languages/pl/common.json`",
    ),
    RATE_LIMITS: z
      .enum(["on", "off"])
      .default("on")
      .describe("`off` turns rate limits off in the demonstration. Production always has them"),
    ALLOW_INSECURE: z
      .string()
      .default("")
      .transform(list)
      .pipe(z.array(z.enum(ALLOWANCES)))
      .meta({ description: "list of [words](#what-the-start-refuses) that accept an unsafe configuration", unset: "nothing" }),
  },
  Secrets: {
    AUTH_SECRET: z
      .string()
      .min(32)
      .optional()
      .meta({ description: "signs sessions, tokens and links; 32 characters or more", unset: "created at the first start" }),
    AUTH_SECRET_PREVIOUS: z
      .string()
      .min(32)
      .optional()
      .describe("the former secret, while [secrets are changed](operations.md#changing-secrets)"),
    LASTING_SECRET: z.string().min(32).optional().describe("the first `AUTH_SECRET`, once that has been changed"),
  },
  Database: {
    DATABASE_URL: database.meta({
      description: "PostgreSQL address with the shop's role ([several machines](deployment.md#the-database-on-several-machines))",
      unset: "an embedded database",
    }),
    DATABASE_OWNER_URL: database.meta({
      description: "the same database with the role that owns the tables ([two roles](operations.md#two-roles))",
      unset: "the shop changes no table",
    }),
    DATABASE_DIRECT_URL: database.meta({
      description: "the same database without the pooler, if `DATABASE_URL` leads to one ([PgBouncer](deployment.md#pgbouncer))",
      unset: "no pooler",
    }),
    DATABASE_READ_URL: database.meta({
      description: "a replica for reading, with the shop's role ([what it serves](scale.md#what-replicas-take-over))",
      unset: "the primary is read",
    }),
  },
  Pictures: {
    DATA_DIR: z.string().default(".data").describe("folder for pictures and embedded services"),
    S3_BUCKET: optional.meta({ description: "[bucket](operations.md#pictures) for pictures", unset: "the data folder" }),
    S3_ENDPOINT: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({ description: "address of its service", unset: "Amazon S3" }),
    S3_REGION: z.string().default("us-east-1").describe("its region"),
    S3_PATH_STYLE: flag.describe("`1` if the name of the bucket is part of the path"),
    S3_ACCESS_KEY_ID: optional.meta({ description: "key of the bucket", unset: "the rights of the machine" }),
    S3_SECRET_ACCESS_KEY: optional.meta({ description: "secret of that key", unset: "the rights of the machine" }),
  },
  Payments: {
    STRIPE_SECRET_KEY: optional.meta({
      description: "key of Stripe. A test key starts [test mode](operations.md#test-mode). Not needed with Checkout.com alone",
      unset: "the simulator",
    }),
    STRIPE_WEBHOOK_SECRET: optional.meta({
      description: "secret of the webhook; several, separated by commas, during a change",
      unset: "the simulator's",
    }),
    STRIPE_API_URL: z
      .url()
      .optional()
      .meta({ description: "another server with Stripe's API; refused in production", unset: "Stripe" }),
    CHECKOUT_SECRET_KEY: optional.meta({
      description: "key of Checkout.com, beside or instead of Stripe ([two providers](operations.md#two-payment-providers))",
      unset: "none; in the demonstration, the simulator",
    }),
    CHECKOUT_WEBHOOK_SECRET: optional.describe("its webhook's key; several, separated by commas, during a change"),
    CHECKOUT_PROCESSING_CHANNEL: optional
      .refine((value) => value === undefined || /^pc_\w{26}$/.test(value), "pc_ and 26 characters")
      .describe("its channel, if the account has several"),
    CHECKOUT_API_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        description: "its address for this account, such as `https://1a2b3c4d.api.checkout.com`",
        unset: "`https://api.checkout.com`",
      }),
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
      .optional()
      .meta({
        description: "initial [shares of new orders](operations.md#two-payment-providers), such as `stripe=70,checkout=30`",
        unset: "the first provider with keys",
      }),
    REFUND_ALONE_POUNDS: z.coerce
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .default(250)
      .describe("sum that one person may refund within 24 hours before [a second person](operations.md#two-people) must confirm"),
  },
  Mail: {
    SMTP_URL: optional
      .refine(
        (url) => url === undefined || isMailServer(url),
        "an address that can be read, such as smtps://user:password@host; signs in a password are written as %23 for #",
      )
      .meta({
        description:
          "mail server, such as `smtps://user:password@host`. Add `?maxConnections=3` if it accepts fewer than 16 connections",
        unset: "a mailbox page in the shop",
      }),
    MAIL_FROM: z
      .string()
      .trim()
      .regex(ONE_SENDER, "one address, such as Shop <tickets@shop.example>")
      .optional()
      .meta({ description: "sender of all emails, such as `Shop <tickets@shop.example>`", unset: "an invented sender" }),
    DKIM_SELECTOR: optional
      .refine((name) => name === undefined || /^[\w.-]+$/.test(name), "a name such as mail2026")
      .meta({ description: "name of the DKIM key in DNS, so that the page Health can check it", unset: "not checked" }),
    MAILS_PER_SECOND: z.coerce
      .number()
      .min(0.1)
      .max(10_000)
      .default(50)
      .describe("sending rate of campaigns, for all processes together"),
  },
  Draws: {
    BEACON: z.enum(["quicknet", "demo"]).optional().meta({
      description: "`quicknet`, or `demo` for the demonstration's own beacon, which production refuses",
      unset: "`quicknet` in production, otherwise `demo`",
    }),
    DRAND_RELAYS: z
      .string()
      .default("https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com")
      .refine((value) => list(value).length > 0 && list(value).every(isWebAddress), "addresses such as https://api.drand.sh")
      .meta({
        description: "list of relays of the beacon. They need not be trusted",
        unset: "four relays of the League of Entropy",
      }),
    TIMESTAMP_AUTHORITIES: z
      .string()
      .optional()
      .refine(
        (value) => value === undefined || list(value).every(isWebAddress),
        "addresses such as http://timestamp.digicert.com",
      )
      .meta({
        description:
          "list of RFC 3161 authorities that witness commitments. Verifiers trust the roots in `packages/draw-protocol`",
        unset: "DigiCert, Sectigo and GlobalSign in production, otherwise an embedded one",
      }),
  },
  Trader: {
    TRADER_NAME: optional.meta({ description: "the seller, in footer, terms and emails", unset: "an invented company" }),
    TRADER_ADDRESS: optional.meta({ description: "the seller's address", unset: "an invented address" }),
    TRADER_COMPANY_NUMBER: optional.meta({ description: "the seller's company number", unset: "an invented number" }),
    TRADER_EMAIL: optional
      .refine((email) => email === undefined || ONE_ADDRESS.test(email), "an address such as hello@shop.example")
      .meta({ description: "the seller's email address", unset: "an invented address" }),
    TRADER_VAT_NUMBER: optional.describe("VAT number of a seller who charges VAT, in footer, receipts and emails"),
    POSTAL_ENTRY_ADDRESS: optional.meta({ description: "address for free entries by post", unset: "an invented PO box" }),
    STAMP_PRICES: z
      .string()
      // First-class letters. Source: Royal Mail's prices from 7 April 2026.
      .default("2026-04-07=1.80")
      .transform((text, context) => {
        const prices = parseStampPrices(text);
        if (!prices) context.addIssue("days and pounds in the order of the days, such as 2026-04-07=1.80,2027-04-05=1.95");
        return prices ?? [];
      })
      .meta({
        description:
          "price of a stamp from a day on, such as `2026-04-07=1.80,2027-04-05=1.95`. Where a ticket costs less, a card by post brings [several entries](decisions/0108-packs-and-entries-per-card-belong-to-the-draw.md)",
        unset: "`2026-04-07=1.80`",
      }),
    ADR_SCHEME: optional.describe(
      "dispute resolution body to which the seller is bound, with its address; named in terms and answers to complaints",
    ),
    WORDING: z
      .enum(["skill", "by-chance"])
      .default("skill")
      .describe(
        "`by-chance` makes the terms describe prize draws by chance, as the code of practice asks, instead of games of skill",
      ),
    SOCIAL_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("social profile in the banner and the footer"),
    MORE_SOCIAL_URLS: z
      .string()
      .default("")
      .transform(list)
      .pipe(z.array(z.url({ protocol: /^https?$/ })))
      .describe("list of further social profiles in the footer"),
  },
  "Staff and player protection": {
    STAFF_SECOND_FACTOR: z
      .enum(["optional", "required"])
      .default("optional")
      .describe("`required` makes [two-step sign-in](operations.md#staff) a condition for staff"),
    CARE_LIMIT_MONTHS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3)
      .default(2)
      .describe(
        "[signs of harm](operations.md#signs-of-harm): months, of the last three, in which the player spent 90 % of their own limit",
      ),
    CARE_RAISES: z.coerce.number().int().min(1).default(3).describe("requests within 30 days to raise or lift the own limit"),
    CARE_SPEND_TIMES: z.coerce.number().min(1).default(3).describe("spending in 30 days, as a multiple of the usual"),
    CARE_SPEND_POUNDS: z.coerce.number().int().min(0).default(100).describe("least spending for that sign, in pounds"),
    CARE_ORDERS_A_DAY: z.coerce.number().int().min(2).default(10).describe("purchases within a day"),
    CARE_DECLINES_A_DAY: z.coerce.number().int().min(2).default(5).describe("declined payments within a day"),
  },
  "Monitoring and cache": {
    METRICS_TOKEN: optional.meta({
      description: "bearer token for [`/metrics`](operations.md#monitoring)",
      unset: "no access; in the demonstration, this machine",
    }),
    ...tracingSchema,
    CDN_PURGE_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        description: "address that is told which pages of a [cache](operations.md#a-cache-in-front) have changed",
        unset: "not told",
      }),
    CDN_PURGE_TOKEN: optional.describe("bearer token for that address; refused without `CDN_PURGE_URL`"),
  },
};

/** All settings. */
export const schema = z.object({
  ...TOPICS.Process,
  ...TOPICS.Secrets,
  ...TOPICS.Database,
  ...TOPICS.Pictures,
  ...TOPICS.Payments,
  ...TOPICS.Mail,
  ...TOPICS.Draws,
  ...TOPICS.Trader,
  ...TOPICS["Staff and player protection"],
  ...TOPICS["Monitoring and cache"],
});

/** The parsed settings by name. */
export type Vars = z.infer<typeof schema>;
