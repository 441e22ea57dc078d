/** Reads the forms that key in postal cards, one by one or pasted. */
import { isLocale, type Locale } from "#shared/language/locale.ts";
import { CARD_FIELDS, type CardFields } from "./postal-card.ts";

/** `card`: keys one in; `check`: checks pasted cards; `cards`: keys them in. */
export type CardIntent = "card" | "check" | "cards";
/**
 * `requestKey` makes a repeated form enter a card once; `isAnother`: it is no duplicate, although one looks
 * like it.
 */
export type CardForm = {
  readonly intent: CardIntent;
  readonly lotteryId: string;
  readonly fields: CardFields;
  readonly locale: Locale;
  readonly requestKey: string;
  readonly isAnother: boolean;
  /** For a paste: its lines, the default day of arrival, and the numbers of lines that are no duplicates. */
  readonly text: string;
  readonly receivedOn: string;
  readonly another: readonly number[];
};

/** Reads the form; texts are not checked yet. */
export function readCardForm(form: URLSearchParams): CardForm {
  const field = (name: string) => form.get(name) ?? "";
  const locale = field("locale");
  const intent = field("intent");
  return {
    intent: intent === "check" || intent === "cards" ? intent : "card",
    lotteryId: field("draw"),
    fields: Object.fromEntries(CARD_FIELDS.map((name) => [name, field(name)])) as CardFields,
    locale: isLocale(locale) ? locale : "en",
    requestKey: field("requestKey"),
    isAnother: field("isAnother") !== "",
    text: field("text"),
    receivedOn: field("receivedOn"),
    another: form.getAll("another").map(Number).filter(Number.isSafeInteger),
  };
}
