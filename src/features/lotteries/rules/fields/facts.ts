/** Fields of a draw's form: source of validation, columns, pages, API, log and locks. See CONTRIBUTING.md. */
import { z } from "zod";
import type { Day } from "#shared/dates/dates.ts";
import { END_OF_DAY, START_OF_DAY } from "#shared/dates/draw-hours.ts";
import type { Locale, LocalizedText } from "#shared/language/locale.ts";
import { pence } from "#shared/money/money.ts";
import { LOTTERY_STATUSES, type LotteryStatus } from "#shared/states.ts";
import { isStatus } from "../lifecycle.ts";
import type { FurtherPrize, ShownPrize } from "../prize/further-prizes.ts";
import { LEAST_CHARGED } from "../purchase/pricing.ts";
import { car } from "./car-fact.ts";
import { cash } from "./cash-fact.ts";
import { charity } from "./charity-fact.ts";
import { count, day, optionalCount, optionalMoment, pounds, time, words } from "./fact-kinds.ts";
import type { Fact } from "./fact.ts";
import { packs } from "./packs-fact.ts";
import { furtherPrizes, onePrizeAPerson } from "./prize-facts.ts";
import { quiz, rightOption } from "./quiz-facts.ts";

const MOST_PRICE = pence(1_000_000_00);
/** The highest value of a prize. */
export const MOST_VALUE = pence(1_000_000_000_00);

const prize = { card: "car", lockedBy: "order" } as const;
const prizes = { card: "prizes", lockedBy: "order" } as const;
const terms = { card: "terms", lockedBy: "order" } as const;
const question = { card: "question", lockedBy: "order" } as const;

type StatusColumn = { readonly status: LotteryStatus };

function status(): Fact<LotteryStatus, "status", StatusColumn, StatusColumn> {
  const row = (value: LotteryStatus) => ({ status: value });
  return {
    kind: "status",
    card: "terms",
    lockedBy: "nothing",
    names: ["status"],
    columns: ["status"],
    shape: { status: z.enum(LOTTERY_STATUSES) },
    start: () => ({ status: "draft" }),
    read({ status: value }, note) {
      if (isStatus(value)) return value;
      return void note("status", "unknown_status");
    },
    typed: row,
    guess: ({ status: value }) => (isStatus(value) ? value : "draft"),
    shown: (value) => value,
    toRow: row,
    fromRow: ({ status: value }) => value,
    json: row,
  };
}

/** By their names in a `Lottery`, in the order of the form. Defaults: specification, section 9. */
const PUBLIC = {
  title: words("title", { ...prize, longest: 120 }),
  description: words("description", { ...prize, longest: 5000, lines: 5 }),
  car: car({ ...prize, card: "carDetails" }),
  cash: cash({ card: "cash", lockedBy: "publication", most: MOST_VALUE }),
  charity: charity({ ...prize, card: "charity", most: MOST_VALUE }),
  pricePerTicket: pounds("price_per_ticket", {
    ...terms,
    start: "29.99",
    least: LEAST_CHARGED,
    most: MOST_PRICE,
    twoDecimals: true,
  }),
  priceValue: pounds("price_value", { ...terms, start: "50000", most: MOST_VALUE }),
  furtherPrizes: furtherPrizes({ ...prizes, most: MOST_VALUE }),
  onePrizeAPerson: onePrizeAPerson(prizes),
  ticketsAvailable: count("tickets_available", {
    ...terms,
    start: "1000",
    apiDescription: "Put on sale; what can be bought is this less sold and held",
  }),
  maxPerPerson: optionalCount("max_tickets_per_person", {
    ...terms,
    start: "",
    apiDescription: "The most that one person may buy, if there is such a number",
  }),
  packs: packs({ ...terms, apiDescription: "From this number of tickets on, the whole order is this percentage cheaper" }),
  startDate: day("start_date", { ...terms, start: 0 }),
  startTime: time("start_time", {
    ...terms,
    start: START_OF_DAY,
    apiDescription: "When sales open on the start date, in London",
  }),
  endDate: day("end_date", { ...terms, start: 30 }),
  endTime: time("end_time", {
    ...terms,
    start: END_OF_DAY,
    apiDescription: "When sales close on the end date, in London; 23:59 is the end of that day",
  }),
  status: status(),
  quiz: quiz({ ...question, longest: 200 }),
};

/** Never shown on a page or in the API. */
const SECRET = {
  rightOption: rightOption(question),
  publishAt: optionalMoment("publish_at", { card: "terms", lockedBy: "nothing", onlyDraft: true }),
};

export const FACTS = { ...PUBLIC, ...SECRET };
/** The name of a fact in a `Lottery`. */
export type FactKey = keyof typeof FACTS;
type PublicKey = keyof typeof PUBLIC;
type SecretKey = keyof typeof SECRET;

type Of<Key extends FactKey> = (typeof FACTS)[Key];
type Values<Key extends FactKey> = { readonly [Each in Key]: ReturnType<Of<Each>["fromRow"]> };
/** The intersection of the members of a union. */
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never;

/** `LotteryDraft` includes the right option. */
export type PublicFacts = Values<PublicKey>;
export type LotteryDraft = Values<FactKey>;
/** The name of a field of the form. */
export type FieldName = Of<FactKey>["names"][number];

/** The columns of the facts. */
export type PublicRow = Together<ReturnType<Of<PublicKey>["toRow"]>>;
export type SecretRow = Together<ReturnType<Of<SecretKey>["toRow"]>>;
type PublicJson = Together<ReturnType<Of<PublicKey>["json"]>>;

const listOf = <Key extends FactKey>(facts: Readonly<Record<Key, Fact>>) =>
  (Object.keys(facts) as Key[]).map((key): readonly [Key, Fact] => [key, facts[key]]);
const PUBLIC_LIST = listOf(PUBLIC);
const SECRET_LIST = listOf(SECRET);
export const FACT_LIST: readonly (readonly [FactKey, Fact])[] = [...PUBLIC_LIST, ...SECRET_LIST];

type List = readonly (readonly [string, Fact])[];
const columnsIn = (list: List) => list.flatMap(([, fact]) => fact.columns);
export const PUBLIC_COLUMNS = columnsIn(PUBLIC_LIST) as readonly (keyof PublicRow)[];
export const SECRET_COLUMNS = columnsIn(SECRET_LIST) as readonly (keyof SecretRow)[];

type Row = Readonly<Record<string, unknown>>;
const merged = <Made extends Row>(list: List, make: (fact: Fact, key: string) => Row) =>
  Object.assign({}, ...list.map(([key, fact]) => make(fact, key))) as Made;

/** The facts in a row of `lotteries`. */
export function publicFacts(row: PublicRow): PublicFacts {
  return merged(PUBLIC_LIST, (fact, key) => ({ [key]: fact.fromRow(row) }));
}
/** The facts that are never public. */
export function secretFacts(row: SecretRow): Values<SecretKey> {
  return merged(SECRET_LIST, (fact, key) => ({ [key]: fact.fromRow(row) }));
}
/** The columns to store. */
export function rowOf(draft: LotteryDraft): PublicRow & SecretRow {
  return merged(FACT_LIST, (fact, key) => fact.toRow(draft[key as FactKey]));
}

/** In the specification's names, prices in pounds, for the API and the audit log. */
export function publicJson(facts: PublicFacts): PublicJson {
  return merged(PUBLIC_LIST, (fact, key) => fact.json(facts[key as PublicKey]));
}
/** As `publicJson`, with the secret facts: for the audit log only. */
export function draftJson(draft: LotteryDraft): Row {
  return merged(FACT_LIST, (fact, key) => fact.json(draft[key as FactKey]));
}
/** The shape of `publicJson`, for the API's documentation. */
export const PUBLIC_SHAPE = merged<Readonly<Record<keyof PublicJson, z.ZodType>>>(PUBLIC_LIST, (fact) => fact.shape);

/** Facts that pages get in another form: as phase, as total, on another page. */
type Elsewhere = "status" | "ticketsAvailable" | "quiz";
const ELSEWHERE: ReadonlySet<string> = new Set<Elsewhere>(["status", "ticketsAvailable", "quiz"]);
const SHOWN_LIST = PUBLIC_LIST.filter(([key]) => !ELSEWHERE.has(key));
type Shown<Value> = Value extends LocalizedText ? string : Value extends readonly FurtherPrize[] ? readonly ShownPrize[] : Value;
/** The facts as pages get them, in the visitor's language. */
export type ShownFacts = {
  readonly [Key in Exclude<PublicKey, Elsewhere>]: Shown<PublicFacts[Key]>;
};

/** The facts in the visitor's language. */
export function shownFacts(facts: PublicFacts, locale: Locale): ShownFacts {
  return merged(SHOWN_LIST, (fact, key) => ({ [key]: fact.shown(facts[key as PublicKey], locale) }));
}

/** Facts for the preview, from any input, valid or not. `today`: in London. */
export function guessFacts(typed: Readonly<Record<FieldName, string>>, today: Day): PublicFacts {
  return merged(PUBLIC_LIST, (fact, key) => ({ [key]: fact.guess(typed, today) }));
}
