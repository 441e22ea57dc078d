/**
 * What a postal card for a free entry must contain, and when it counts. Source: the terms, "Enter free by
 * post".
 */
import { isEmailAddress, normalEmail } from "#features/accounts/rules/person/email-address.ts";
import { checkPerson, tidyText } from "#features/accounts/rules/registration.ts";
import { lastCardDay } from "#features/lotteries/rules/dates/postal-days.ts";
import type { Day } from "#shared/dates/dates.ts";
import { words } from "#shared/text/words.ts";
import { type DayProblem, dayProblem, readDay } from "./typed-day.ts";

/** The fields as typed. */
export type CardFields = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly address: string;
  readonly county: string;
  /** May be empty, like `phone` and `postedOn`. */
  readonly email: string;
  readonly phone: string;
  readonly receivedOn: string;
  readonly postedOn: string;
};
export type CardField = keyof CardFields;
/** All fields, in the order of form and paste. */
export const CARD_FIELDS: readonly CardField[] = words(
  "firstName lastName birthDate address county email phone receivedOn postedOn",
);

/** Why a field is invalid. */
export type CardProblem =
  | "required"
  | "tooLong"
  | "emailInvalid"
  | "phoneInvalid"
  | DayProblem
  /** Under 18 on the day of arrival. */
  | "minAge"
  | "inFuture"
  /** Arrived after the fifth working day. */
  | "tooLate"
  | "postedLate"
  | "postedAfterReceived"
  /** Arrived after the closing date, so the postmark decides. */
  | "postmarkNeeded";
/** The problem of each invalid field. */
export type CardProblems = Partial<Record<CardField, CardProblem>>;

/** A valid card. */
export type Card = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: Day;
  readonly address: string;
  readonly county: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly receivedOn: Day;
  readonly postedOn: Day | undefined;
};

/** In characters. */
const LONGEST = { address: 400, county: 100 } as const;

/** The problems of an account's rules that have another name here. */
const PERSON_PROBLEMS: Readonly<Record<string, CardProblem>> = {
  tooLong: "tooLong",
  birthDateInvalid: "dateInvalid",
  minAge: "minAge",
};

/**
 * Checks the person by the rules of an account. The telephone number is optional here, so a placeholder
 * stands for it.
 */
function personProblems({ firstName, lastName, birthDate }: Card, onDay: Day): CardProblems {
  const found = checkPerson({ firstName, lastName, birthDate, phone: "–" }, onDay, () => true);
  return Object.fromEntries(
    Object.entries(found).map(([field, problem]) => [
      field,
      problem.endsWith("Required") ? "required" : PERSON_PROBLEMS[problem],
    ]),
  );
}

function textProblem(text: string, longest: number): CardProblem | undefined {
  if (text === "") return "required";
  return text.length > longest ? "tooLong" : undefined;
}

function receivedProblem(receivedOn: Day | undefined, endDate: Day, today: Day): CardProblem | undefined {
  if (!receivedOn) return "required";
  if (receivedOn > today) return "inFuture";
  return receivedOn > lastCardDay(endDate) ? "tooLate" : undefined;
}

/** A card that arrives after the closing date counts by its postmark. */
function postedProblem(postedOn: Day | undefined, receivedOn: Day | undefined, endDate: Day): CardProblem | undefined {
  if (!postedOn) return receivedOn && receivedOn > endDate && receivedOn <= lastCardDay(endDate) ? "postmarkNeeded" : undefined;
  if (postedOn > endDate) return "postedLate";
  return receivedOn && postedOn > receivedOn ? "postedAfterReceived" : undefined;
}

/** Keeps line breaks, removes other control characters and empty lines. */
function tidyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(tidyText)
    .filter(Boolean)
    .join("\n");
}

function withoutUndefined(problems: Partial<Record<CardField, CardProblem | undefined>>): CardProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

/**
 * Checks a card. `endDate` is the last day of sales and of posting; `readPhone` normalises a telephone
 * number.
 */
export function readCard(
  fields: CardFields,
  { endDate }: { readonly endDate: Day },
  { today, readPhone }: { readonly today: Day; readonly readPhone: (typed: string) => string | undefined },
): { readonly card: Card; readonly problems?: undefined } | { readonly card?: undefined; readonly problems: CardProblems } {
  const [birthDate, receivedOn, postedOn] = [fields.birthDate, fields.receivedOn, fields.postedOn].map((typed) =>
    readDay(typed, today),
  );
  // With an empty day for an invalid one: a card with problems is not returned.
  const card: Card = {
    firstName: tidyText(fields.firstName),
    lastName: tidyText(fields.lastName),
    birthDate: birthDate ?? "",
    address: tidyLines(fields.address),
    county: tidyText(fields.county),
    email: normalEmail(fields.email) || undefined,
    phone: readPhone(fields.phone),
    receivedOn: receivedOn ?? "",
    postedOn: postedOn || undefined,
  };
  const problems = withoutUndefined({
    ...personProblems(card, receivedOn || today),
    address: textProblem(card.address, LONGEST.address),
    county: textProblem(card.county, LONGEST.county),
    email: card.email === undefined || isEmailAddress(card.email) ? undefined : "emailInvalid",
    phone: card.phone === undefined && tidyText(fields.phone) !== "" ? "phoneInvalid" : undefined,
    receivedOn: receivedProblem(receivedOn, endDate, today),
    postedOn: postedProblem(postedOn, receivedOn, endDate),
  });
  // Text that is no day has a problem of its own, instead of "required".
  for (const field of ["birthDate", "receivedOn", "postedOn"] as const)
    if (readDay(fields[field], today) === undefined) problems[field] = dayProblem(fields[field]);
  return Object.keys(problems).length > 0 ? { problems } : { card };
}
