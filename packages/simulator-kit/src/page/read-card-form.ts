import type { Bill } from "./bill.ts";
import { cardBrand, cardDigits, cvcLength, isCardNumber } from "./card-number.ts";
import type { FieldName, PageMessages } from "./page-texts.ts";

export type CardForm = Readonly<Record<FieldName, string>>;
export type CardFormErrors = Readonly<Partial<Record<FieldName, string>>>;

export const EMPTY_FORM: CardForm = { email: "", cardNumber: "", cardExpiry: "", cardCvc: "", billingName: "" };

type Expiry = { readonly month: number; readonly year: number };

export type TypedCard = Expiry & { readonly digits: string };

type Checked =
  | { readonly ok: true; readonly card: TypedCard; readonly payer: { readonly email: string; readonly name: string } }
  | { readonly ok: false; readonly errors: CardFormErrors };

export function pickCardForm(posted: URLSearchParams, bill: Pick<Bill, "customerEmail">): CardForm {
  const text = (field: FieldName) => (posted.get(field) ?? "").trim().slice(0, 200);
  return {
    email: bill.customerEmail ?? text("email"),
    cardNumber: text("cardNumber"),
    cardExpiry: text("cardExpiry"),
    cardCvc: text("cardCvc"),
    billingName: text("billingName"),
  };
}

export function checkCardForm(
  form: CardForm,
  words: PageMessages,
  { now, refuses = () => undefined }: { readonly now: Date; readonly refuses?: (card: TypedCard) => string | undefined },
): Checked {
  const errors: { -readonly [K in FieldName]?: string } = {};
  for (const field of Object.keys(EMPTY_FORM) as FieldName[]) if (form[field] === "") errors[field] = words.required[field];

  const digits = cardDigits(form.cardNumber);
  const expiry = readExpiry(form.cardExpiry);
  const codeLength = cvcLength(cardBrand(digits));
  const card = { digits, month: expiry?.month ?? 0, year: expiry?.year ?? 0 };
  errors.email ??= /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/.test(form.email) ? undefined : words.emailWrong;
  errors.cardNumber ??= isCardNumber(digits) ? undefined : words.numberWrong;
  errors.cardNumber ??= refuses(card);
  errors.cardExpiry ??= expiry === undefined ? words.expiryWrong : undefined;
  if (expiry !== undefined && isPast(expiry, now)) errors.cardExpiry ??= words.expired;
  errors.cardCvc ??= new RegExp(`^\\d{${codeLength}}$`).test(form.cardCvc) ? undefined : words.cvcWrong(codeLength);

  if (Object.values(errors).some((error) => error !== undefined)) return { ok: false, errors };
  return { ok: true, card, payer: { email: form.email, name: form.billingName } };
}

/** `04 / 29`, `4/29`, `0429` or `04/2029`. */
function readExpiry(text: string): Expiry | undefined {
  const [, month = "", year = ""] =
    /^(\d{1,2})\s*[/.\-\s]\s*(\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text) ?? [];
  const monthNumber = Number(month);
  if (monthNumber < 1 || monthNumber > 12) return undefined;
  return { month: monthNumber, year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

function isPast({ month, year }: Expiry, now: Date): boolean {
  return Date.UTC(year, month, 1) <= now.getTime();
}
