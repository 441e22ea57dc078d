/** Opening a session from the parameters of Stripe's call: everything is checked that a real integration can get wrong. */
import type { Fields } from "../api/fields.ts";
import { badParameter, missing, notSimulated } from "../api/stripe-error.ts";
import type { Clock } from "../ledger/clock.ts";
import { newId } from "../ledger/new-id.ts";
import type { Branding, IntentData, Line, Restrictions, SessionRecord } from "../ledger/records.ts";
import { formatAmount } from "../wire/format-amount.ts";
import { LOCALES } from "../wire/locales.ts";

const MINUTE = 60;
const DAY = 86_400;
const LARGEST_AMOUNT = 99_999_999;
/** The smallest charge per currency, in minor units. Source: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const SMALLEST_AMOUNT: Readonly<Record<string, number>> = { gbp: 30, eur: 50, usd: 50, cad: 50, aud: 50, chf: 50, jpy: 50 };

/**
 * Reads the parameters of `POST /v1/checkout/sessions`; `expand` must have been read before.
 *
 * @throws StripeError for a wrong, missing or unknown one
 */
export function readNewSession(fields: Fields, clock: Clock): SessionRecord {
  onlyHostedCardPayments(fields);
  const lines = fields.list("line_items").map(readLine);
  const currency = oneCurrency(lines);
  const amount = lines.reduce((sum, { line }) => sum + line.unitAmount * line.quantity, 0);
  checkAmount(amount, currency);
  const now = clock.seconds();
  const card = fields.object("payment_method_options")?.object("card");
  const session: SessionRecord = {
    id: newId("cs_test_a1"),
    created: now,
    expiresAt: readExpiry(fields, now),
    status: "open",
    currency,
    amount,
    lines: lines.map(({ line }) => line),
    successUrl: readUrl(fields, "success_url") ?? fields.needString("success_url"),
    cancelUrl: readUrl(fields, "cancel_url") ?? null,
    clientReferenceId: fields.string("client_reference_id", 200) ?? null,
    customerEmail: readEmail(fields),
    locale: fields.choice("locale", LOCALES) ?? null,
    submitType: fields.choice("submit_type", ["auto", "book", "donate", "pay"]) ?? null,
    submitMessage: fields.object("custom_text")?.object("submit")?.needString("message", 1200) ?? null,
    metadata: fields.metadata(),
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
  for (const [index, type] of [
    ...fields.strings("payment_method_types"),
    ...fields.strings("allowed_payment_method_types"),
  ].entries()) {
    if (type !== "card") throw notSimulated(`payment_method_types[${index}]`, `the payment method '${type}'`);
  }
  for (const flag of ["allow_promotion_codes"]) {
    if (fields.boolean(flag) === true) throw notSimulated(flag, flag);
  }
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

function readLine(fields: Fields): { readonly line: Line; readonly currency: string } {
  const price = fields.string("price");
  if (price !== undefined) throw missing("price", price, fields.name("price"), 400);
  const data = fields.object("price_data");
  if (data === undefined) {
    throw badParameter(
      fields.name("price"),
      "parameter_missing",
      `You must specify either \`price\` or \`price_data\` for ${fields.name("price")}.`,
    );
  }
  const product = data.object("product_data");
  if (product === undefined)
    throw badParameter(data.name("product_data"), "parameter_missing", `Missing required param: ${data.name("product_data")}.`);
  const unitAmount = data.integer("unit_amount", { min: 0, max: LARGEST_AMOUNT }) ?? wholeDecimal(data);
  const quantity = fields.integer("quantity", { min: 1, max: 999_999_999 });
  if (quantity === undefined) fields.needString("quantity");
  const currency = data.needString("currency").toLowerCase();
  if (!/^[a-z]{3}$/.test(currency))
    throw badParameter(data.name("currency"), "parameter_invalid_string", `Invalid currency: ${currency}`);
  product.metadata();
  product.string("tax_code");
  product.string("unit_label");
  const line: Line = {
    id: newId("li"),
    priceId: newId("price"),
    productId: newId("prod"),
    name: product.needString("name", 250),
    description: product.string("description", 500) ?? null,
    images: product.strings("images").slice(0, 8),
    unitAmount,
    quantity: quantity ?? 1,
    taxBehavior: data.choice("tax_behavior", ["exclusive", "inclusive", "unspecified"]) ?? "unspecified",
    metadata: fields.metadata(),
  };
  return { line, currency };
}

function wholeDecimal(data: Fields): number {
  const text = data.needString("unit_amount_decimal");
  if (!/^\d{1,8}(\.0+)?$/.test(text)) throw notSimulated(data.name("unit_amount_decimal"), "fractions of the smallest unit");
  return Number(text);
}

function oneCurrency(lines: readonly { readonly currency: string }[]): string {
  const [first] = lines;
  if (first === undefined) throw badParameter("line_items", "parameter_missing", "Missing required param: line_items.");
  if (lines.some(({ currency }) => currency !== first.currency)) {
    throw badParameter("line_items", "parameter_invalid_value", "All line items must use the same currency.");
  }
  return first.currency;
}

function checkAmount(amount: number, currency: string): void {
  const least = SMALLEST_AMOUNT[currency] ?? 50;
  if (amount < least) {
    const message = `The Checkout Session's total amount due must add up to at least ${formatAmount(least, currency, "en")} ${currency}`;
    throw badParameter("line_items", "amount_too_small", message);
  }
  if (amount > LARGEST_AMOUNT) {
    const message = `The Checkout Session's total amount must be no more than ${formatAmount(LARGEST_AMOUNT, currency, "en")} ${currency}`;
    throw badParameter("line_items", "amount_too_large", message);
  }
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
  if (fields?.choice("capture_method", ["automatic", "automatic_async", "manual"]) === "manual") {
    throw notSimulated(fields.name("capture_method"), "manual capture");
  }
  return {
    metadata: fields?.metadata() ?? {},
    description: fields?.string("description", 1000) ?? null,
    receiptEmail: fields?.string("receipt_email") ?? null,
    statementDescriptor: fields?.string("statement_descriptor", 22) ?? null,
    statementDescriptorSuffix: fields?.string("statement_descriptor_suffix", 22) ?? null,
  };
}
