/** What production requires and refuses, in sentences, so that a start with wrong settings fails at once. */
import { words } from "#shared/text/words.ts";
import { isPlainBucket } from "./env-bucket.server.ts";
import { isLoopback, list } from "./env-formats.server.ts";
import {
  hasMixedCheckout,
  hasMixedKeys,
  isCheckoutElsewhere,
  isCheckoutForgeable,
  isCheckoutKey,
  mayLackStripe,
} from "./env-payments.server.ts";
import type { Allowance, Vars } from "./env-schema.server.ts";
import { isPlainDatabase, isPlainSmtp } from "./env-tls.server.ts";
import { isGuessable } from "./secret-strength.ts";

/** Required settings: no embedded service, no invented trader, and an explicit statement about proxies. */
export const NEEDED: readonly (keyof Vars)[] = [
  ...words("DATABASE_URL PUBLIC_URL AUTH_SECRET STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET SMTP_URL MAIL_FROM TRUSTED_PROXIES"),
  ...words("TRADER_NAME TRADER_ADDRESS TRADER_COMPANY_NUMBER TRADER_EMAIL POSTAL_ENTRY_ADDRESS"),
];

const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/=_-]{24,}$/;
/** The demonstration accepts shorter tokens. */
const SHORTEST_TOKEN = 16;

/**
 * The required settings that are set, except `PUBLIC_URL` and `MAIL_FROM`, which the demonstration may have
 * too.
 */
export function findNeeded(vars: Vars): string[] {
  return NEEDED.filter((key) => key !== "PUBLIC_URL" && key !== "MAIL_FROM" && vars[key] !== undefined);
}

/**
 * The required settings that are missing or have a value for the demonstration only, each with an
 * explanation.
 */
export function findMissing(vars: Vars): string[] {
  const lacks = mayLackStripe(vars);
  const missing: string[] = NEEDED.filter(
    (key) => key !== "TRUSTED_PROXIES" && vars[key] === undefined && !(lacks && key.startsWith("STRIPE_")),
  );
  if (vars.TRUSTED_PROXIES === undefined)
    missing.push(
      "TRUSTED_PROXIES (the proxies in front of the shop, separated by commas, or none; without it, all visitors behind a proxy share one rate limit)",
    );
  if (vars.STRIPE_API_URL !== undefined) missing.push("STRIPE_API_URL (leave it unset: only Stripe itself takes real money)");
  if (vars.BEACON === "demo") missing.push("BEACON (not demo: the demonstration beacon proves nothing)");
  if (vars.TIMESTAMP_AUTHORITIES !== undefined && list(vars.TIMESTAMP_AUTHORITIES).length === 0)
    missing.push(
      "TIMESTAMP_AUTHORITIES (name at least one, or leave it unset: without one, no outside authority witnesses a commitment)",
    );
  return missing;
}

type Refusal = {
  readonly sentence: string;
  /** The word in `ALLOW_INSECURE` that permits it. */
  readonly allowedBy?: Allowance;
  when(vars: Vars, source: Readonly<Record<string, string | undefined>>): boolean;
};

const REFUSALS: readonly Refusal[] = [
  {
    sentence: "PUBLIC_URL is not https: passwords and sessions would cross the network unencrypted.",
    allowedBy: "http",
    when: ({ PUBLIC_URL = "" }) => !PUBLIC_URL.startsWith("https:"),
  },
  {
    sentence: "PUBLIC_URL is this machine: visitors could not follow links in emails.",
    allowedBy: "http",
    when: ({ PUBLIC_URL = "" }) => PUBLIC_URL.startsWith("https:") && isLoopback(new URL(PUBLIC_URL).hostname),
  },
  {
    sentence:
      "STRIPE_SECRET_KEY and CHECKOUT_SECRET_KEY are not of one kind: one is a test key and the other is live. A shop is in test mode with all of its providers, or with none.",
    when: hasMixedKeys,
  },
  {
    sentence: "CHECKOUT_SECRET_KEY and CHECKOUT_API_URL are not of one kind: one is of the sandbox and the other is live.",
    when: hasMixedCheckout,
  },
  {
    sentence:
      "STRIPE_SECRET_KEY is not a Stripe secret key: those begin with sk_live_ or rk_live_, in test mode with sk_test_ or rk_test_.",
    when: ({ STRIPE_SECRET_KEY }) => STRIPE_SECRET_KEY !== undefined && !/^[rs]k_(live|test)_\w+$/.test(STRIPE_SECRET_KEY),
  },
  {
    sentence:
      "STRIPE_WEBHOOK_SECRET is not a Stripe webhook secret (whsec_ and at least 24 characters): anyone who guesses it could forge payments.",
    when: ({ STRIPE_WEBHOOK_SECRET }) =>
      STRIPE_WEBHOOK_SECRET !== undefined &&
      !STRIPE_WEBHOOK_SECRET.split(",").every((secret) => WEBHOOK_SECRET.test(secret.trim())),
  },
  {
    sentence: "CHECKOUT_SECRET_KEY is not a secret key of Checkout.com: those begin with sk_.",
    when: (vars) => !isCheckoutKey(vars),
  },
  {
    sentence: "CHECKOUT_API_URL is not https at checkout.com: only Checkout.com itself takes real money.",
    when: isCheckoutElsewhere,
  },
  {
    sentence:
      "CHECKOUT_WEBHOOK_SECRET can be guessed: anyone who guesses it could forge payments. Create one with `openssl rand -hex 32`.",
    when: isCheckoutForgeable,
  },
  {
    sentence:
      "AUTH_SECRET can be guessed, and anyone who guesses it can sign in as anyone. Create one with `openssl rand -base64 48`.",
    when: ({ AUTH_SECRET = "" }) => isGuessable(AUTH_SECRET),
  },
  {
    sentence: "AUTH_SECRET_PREVIOUS can be guessed and is still accepted. Remove it: everyone then signs in again.",
    when: ({ AUTH_SECRET_PREVIOUS }) => AUTH_SECRET_PREVIOUS !== undefined && isGuessable(AUTH_SECRET_PREVIOUS),
  },
  {
    sentence: `METRICS_TOKEN can be guessed: it needs ${SHORTEST_TOKEN} characters or more. Create one with \`openssl rand -hex 24\`.`,
    when: ({ METRICS_TOKEN }) =>
      METRICS_TOKEN !== undefined && (METRICS_TOKEN.length < SHORTEST_TOKEN || isGuessable(METRICS_TOKEN)),
  },
  {
    sentence: "SMTP_URL turns TLS off or accepts any certificate: password reset links would cross the network unencrypted.",
    allowedBy: "plain-smtp",
    when: ({ SMTP_URL = "" }) => isPlainSmtp(SMTP_URL),
  },
  {
    sentence: "DATABASE_URL turns TLS off or accepts any certificate: use sslmode=verify-full, or leave sslmode out.",
    allowedBy: "plain-database",
    when: ({ DATABASE_URL = "", DATABASE_READ_URL = "", DATABASE_DIRECT_URL = "" }) =>
      [DATABASE_URL, DATABASE_READ_URL, DATABASE_DIRECT_URL].some(isPlainDatabase),
  },
  {
    sentence: "DATABASE_OWNER_URL turns TLS off or accepts any certificate: use sslmode=verify-full, or leave sslmode out.",
    allowedBy: "plain-database",
    when: ({ DATABASE_OWNER_URL }) => DATABASE_OWNER_URL !== undefined && isPlainDatabase(DATABASE_OWNER_URL),
  },
  {
    sentence: "S3_ENDPOINT is not https: other people’s pictures could be put in the place of yours.",
    allowedBy: "plain-bucket",
    when: isPlainBucket,
  },
  {
    sentence:
      "NODE_TLS_REJECT_UNAUTHORIZED=0 accepts any certificate from anyone. Name your own authority in NODE_EXTRA_CA_CERTS instead.",
    when: (_vars, source) => source.NODE_TLS_REJECT_UNAUTHORIZED === "0",
  },
];

/** One sentence for each setting that is unsafe for real money; empty if there is none. */
export function findProductionRefusals(vars: Vars, source: Readonly<Record<string, string | undefined>>): string[] {
  return REFUSALS.flatMap(({ sentence, allowedBy, when }) => {
    if (!when(vars, source) || (allowedBy && vars.ALLOW_INSECURE.includes(allowedBy))) return [];
    return [allowedBy ? `${sentence} If you intend this, set ALLOW_INSECURE=${allowedBy}.` : sentence];
  });
}
