/** What a payer typed, checked as a card form does: number, date, code, before any bank is asked. */
import { type CardOutcome, cardBrand, cardDigits, cardRestriction, cvcLength, isCardNumber, readCard } from "../ledger/cards.ts";
import type { Card, Payer, SessionRecord } from "../ledger/records.ts";
import type { FieldName, PageMessages } from "./page-texts.ts";

export type CardForm = Readonly<Record<FieldName, string>>;
export type CardFormErrors = Readonly<Partial<Record<FieldName, string>>>;

export const EMPTY_FORM: CardForm = { email: "", cardNumber: "", cardExpiry: "", cardCvc: "", billingName: "" };

type Checked =
  | { readonly ok: true; readonly card: Card; readonly payer: Payer; readonly outcome: CardOutcome }
  | { readonly ok: false; readonly errors: CardFormErrors };

/** Picks the fields out of a posted form. */
export function pickCardForm(posted: URLSearchParams, session: SessionRecord): CardForm {
  const text = (field: FieldName) => (posted.get(field) ?? "").trim().slice(0, 200);
  return {
    email: session.customerEmail ?? text("email"),
    cardNumber: text("cardNumber"),
    cardExpiry: text("cardExpiry"),
    cardCvc: text("cardCvc"),
    billingName: text("billingName"),
  };
}

/**
 * Checks every field and names everything that is wrong, in the page's language.
 *
 * @param now the present time, for the date of expiry
 */
export function checkCardForm(form: CardForm, session: SessionRecord, words: PageMessages, now: Date): Checked {
  const errors: { -readonly [K in FieldName]?: string } = {};
  for (const field of Object.keys(EMPTY_FORM) as FieldName[]) if (form[field] === "") errors[field] = words.required[field];

  const digits = cardDigits(form.cardNumber);
  const expiry = readExpiry(form.cardExpiry);
  const codeLength = cvcLength(cardBrand(digits));
  const { card, outcome } = readCard(digits, expiry?.month ?? 0, expiry?.year ?? 0);
  // A card that is there to be declined is declined, whatever the order takes.
  const restriction = outcome.kind === "refuses" ? undefined : cardRestriction(card, session.restrictions);

  errors.email ??= /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/.test(form.email) ? undefined : words.emailWrong;
  errors.cardNumber ??= isCardNumber(digits) ? undefined : words.numberWrong;
  if (restriction !== undefined)
    errors.cardNumber ??= restriction === "brand" ? words.brandBlocked : words.fundingBlocked(card.funding);
  errors.cardExpiry ??= expiry === undefined ? words.expiryWrong : undefined;
  if (expiry !== undefined && isPast(expiry, now)) errors.cardExpiry ??= words.expired;
  errors.cardCvc ??= new RegExp(`^\\d{${codeLength}}$`).test(form.cardCvc) ? undefined : words.cvcWrong(codeLength);

  if (Object.values(errors).some((error) => error !== undefined)) return { ok: false, errors };
  return { ok: true, card, outcome, payer: { email: form.email, name: form.billingName } };
}

type Expiry = { readonly month: number; readonly year: number };

/** `04 / 29`, `4/29`, `0429` or `04/2029`. */
function readExpiry(text: string): Expiry | undefined {
  const [, month = "", year = ""] =
    /^(\d{1,2})\s*[/.\-\s]\s*(\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text) ?? [];
  const monthNumber = Number(month);
  if (monthNumber < 1 || monthNumber > 12) return undefined;
  return { month: monthNumber, year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** A card is good to the end of its month. */
function isPast({ month, year }: Expiry, now: Date): boolean {
  return Date.UTC(year, month, 1) <= now.getTime();
}
