import { isLocale, type Locale } from "#shared/locale.ts";
import { CARD_FIELDS, type CardFields } from "./postal-card.ts";

/** `card`: one is keyed in; `check`: a paste is looked at; `cards`: it is keyed in. */
export type CardIntent = "card" | "check" | "cards";
export type CardForm = {
  readonly intent: CardIntent;
  readonly lotteryId: string;
  readonly fields: CardFields;
  readonly locale: Locale;
  readonly requestKey: string;
  readonly isAnother: boolean;
  /** Of a paste: its lines, the day for those that name none, and the numbers of those that are no duplicates. */
  readonly text: string;
  readonly receivedOn: string;
  readonly another: readonly number[];
};

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
