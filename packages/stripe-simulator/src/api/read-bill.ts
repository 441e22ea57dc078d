import { formatAmount } from "@concours/simulator-kit/page/language";
import { newId } from "../ledger/new-id.ts";
import type { Line } from "../ledger/records.ts";
import type { Fields } from "./fields.ts";
import { badParameter, missing, notSimulated } from "./stripe-error.ts";

const LARGEST_AMOUNT = 99_999_999;
/** In minor units. Source: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const SMALLEST_AMOUNT: Readonly<Record<string, number>> = { gbp: 30, eur: 50, usd: 50, cad: 50, aud: 50, chf: 50, jpy: 50 };

export type Bill = { readonly lines: readonly Line[]; readonly currency: string; readonly amount: number };

export function readBill(fields: Fields): Bill {
  const read = fields.list("line_items").map(readLine);
  const currency = oneCurrency(read);
  const lines = read.map(({ line }) => line);
  const amount = lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
  checkAmount(amount, currency);
  return { lines, currency, amount };
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
