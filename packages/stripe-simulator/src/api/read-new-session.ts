import type { Clock } from "@concours/simulator-kit/ledger/time";
import type { Branding } from "@concours/simulator-kit/page/bill";
import { newId } from "../ledger/new-id.ts";
import type { IntentData, Restrictions, SessionRecord } from "../ledger/records.ts";
import type { Fields } from "./fields.ts";
import { readBill } from "./read-bill.ts";
import { badParameter, notSimulated } from "./stripe-error.ts";

/** The simulated payment methods. */
const CARD_ONLY = ["card"] as const;
const MINUTE = 60;
const DAY = 86_400;

export function readNewSession(fields: Fields, clock: Clock, livemode = false): SessionRecord {
  onlyHostedCardPayments(fields);
  const bill = readBill(fields);
  const now = clock.seconds();
  const card = fields.object("payment_method_options")?.object("card");
  const session: SessionRecord = {
    id: newId(livemode ? "cs_live_a1" : "cs_test_a1"),
    created: now,
    expiresAt: readExpiry(fields, now),
    status: "open",
    ...bill,
    successUrl: readUrl(fields, "success_url") ?? fields.needString("success_url"),
    cancelUrl: readUrl(fields, "cancel_url") ?? null,
    clientReferenceId: fields.string("client_reference_id", 200) ?? null,
    customerEmail: readEmail(fields),
    locale: fields.choice("locale", LOCALES) ?? null,
    submitType: fields.choice("submit_type", ["auto", "book", "donate", "pay"]) ?? null,
    submitMessage: fields.object("custom_text")?.object("submit")?.needString("message", 1200) ?? null,
    metadata: fields.metadata(),
    allowedTypes: readTypes(fields),
    threeDSecure: card?.choice("request_three_d_secure", ["any", "automatic", "challenge"]) ?? "automatic",
    restrictions: readRestrictions(card?.object("restrictions")),
    branding: readBranding(fields.object("branding_settings")),
    intentData: readIntentData(fields.object("payment_intent_data")),
    intent: null,
    payer: null,
  };
  fields.close();
  return session;
}

function onlyHostedCardPayments(fields: Fields): void {
  const mode = fields.choice("mode", ["payment", "setup", "subscription"]);
  if (mode === undefined) fields.needString("mode");
  if (mode !== "payment") throw notSimulated("mode", `mode '${mode}'`);
  const uiMode = fields.choice("ui_mode", ["elements", "embedded_page", "form", "hosted_page"]) ?? "hosted_page";
  if (uiMode !== "hosted_page") throw notSimulated("ui_mode", `ui_mode '${uiMode}'`);
  if (fields.boolean("allow_promotion_codes") === true) throw notSimulated("allow_promotion_codes", "promotion codes");
  for (const feature of [
    "automatic_tax",
    "adaptive_pricing",
    "phone_number_collection",
    "tax_id_collection",
    "invoice_creation",
    "managed_payments",
  ]) {
    if (fields.object(feature)?.boolean("enabled") === true) throw notSimulated(feature, feature);
  }
  fields.choice("customer_creation", ["always", "if_required"]);
  fields.choice("billing_address_collection", ["auto"]);
}

/** Before SDK 23, `allowed_payment_method_types` was called `payment_method_types`. */
function readTypes(fields: Fields): SessionRecord["allowedTypes"] {
  const named = [
    ...fields.choices("allowed_payment_method_types", CARD_ONLY),
    ...fields.choices("payment_method_types", CARD_ONLY),
  ];
  return named.length === 0 ? null : named;
}

function readExpiry(fields: Fields, now: number): number {
  const at = fields.integer("expires_at");
  if (at === undefined) return now + DAY;
  const say = (message: string) =>
    badParameter("expires_at", "parameter_invalid_integer", `The \`expires_at\` timestamp must be ${message}.`);
  if (at < now + 30 * MINUTE) throw say("at least 30 minutes from Checkout Session creation");
  if (at > now + DAY) throw say("less than 24 hours from Checkout Session creation");
  return at;
}

function readUrl(fields: Fields, name: string): string | undefined {
  const url = fields.string(name);
  if (url === undefined) return undefined;
  const scheme = URL.canParse(url) ? new URL(url).protocol : "";
  if (scheme !== "http:" && scheme !== "https:") throw badParameter(name, "url_invalid", "Not a valid URL");
  return url;
}

function readEmail(fields: Fields): string | null {
  const email = fields.string("customer_email", 512);
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw badParameter("customer_email", "email_invalid", `Invalid email address: ${email}`);
  return email ?? null;
}

function readRestrictions(fields: Fields | undefined): Restrictions | null {
  if (fields === undefined) return null;
  return {
    brandsBlocked: fields.choices("brands_blocked", ["american_express", "discover_global_network", "mastercard", "visa"]),
    fundingBlocked: fields.choices("funding_types_blocked", ["credit", "debit", "prepaid"]),
  };
}

function readBranding(fields: Fields | undefined): Branding {
  return {
    displayName: fields?.string("display_name", 100) ?? null,
    backgroundColor: readColour(fields, "background_color"),
    buttonColor: readColour(fields, "button_color"),
    borderStyle: fields?.choice("border_style", ["pill", "rectangular", "rounded"]) ?? null,
  };
}

function readColour(fields: Fields | undefined, name: string): string | null {
  const colour = fields?.string(name);
  if (colour === undefined) return null;
  if (!/^#[0-9a-f]{6}$/i.test(colour))
    throw badParameter(fields?.name(name) ?? name, "parameter_invalid_string", "Must be a hex color, such as #635bff");
  return colour.toLowerCase();
}

function readIntentData(fields: Fields | undefined): IntentData {
  const isManual = fields?.choice("capture_method", ["automatic", "automatic_async", "manual"]) === "manual";
  return {
    ...(isManual && { isManual }),
    metadata: fields?.metadata() ?? {},
    description: fields?.string("description", 1000) ?? null,
    receiptEmail: fields?.string("receipt_email") ?? null,
    statementDescriptor: fields?.string("statement_descriptor", 22) ?? null,
    statementDescriptorSuffix: readSuffix(fields),
  };
}

/** At most 22 characters in total, after the account's prefix of up to ten characters and "* ". */
function readSuffix(fields: Fields | undefined): string | null {
  const suffix = fields?.string("statement_descriptor_suffix", 10);
  if (suffix !== undefined && (!/[A-Za-z]/.test(suffix) || /[<>\\'"*]|[^ -~]/.test(suffix)))
    throw badParameter(
      "payment_intent_data[statement_descriptor_suffix]",
      "parameter_invalid_string",
      "The statement descriptor suffix must contain at least one letter, Latin characters only, and none of <>\\'\"*.",
    );
  return suffix ?? null;
}

/** The languages that Stripe offers for a payment page; the simulator has two of them. */
const LOCALES =
  "auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW".split(
    " ",
  );
