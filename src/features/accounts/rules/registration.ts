/** Validation of registrations, shared by form and server. */
import { type Day, isAdult } from "#shared/dates/dates.ts";
import { pastedPhone } from "#shared/text/pasted.ts";
import { type EmailProblem, typedEmailProblem } from "./person/email-address.ts";
import { type PasswordProblem, passwordProblem } from "./sign-in/passwords.ts";

export type RegistrationFields = {
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** `yyyy-mm-dd`, as a date field sends it. */
  readonly birthDate: string;
};
export type RegistrationField = keyof RegistrationFields;

/** Keys of `auth.json`. */
export type RegistrationProblem =
  | PasswordProblem
  | `${Exclude<RegistrationField, "password">}Required`
  | "nameIsEmoji"
  | EmailProblem
  | "phoneInvalid"
  | "passwordsDoNotMatch"
  | "birthDateInvalid"
  | "minAge"
  | "tooLong";

/** Errors by field. Empty if all are valid. */
export type RegistrationProblems = { readonly [field in RegistrationField]?: RegistrationProblem };

const LONGEST_NAME = 100;
const LONGEST_PHONE = 40;
/** Earlier dates are typing errors. */
const EARLIEST_BIRTH = "1900-01-01";

export type PersonFields = Pick<RegistrationFields, "firstName" | "lastName" | "phone" | "birthDate">;
export type PersonProblems = Pick<RegistrationProblems, keyof PersonFields>;

/**
 * Whether a text, as typed or pasted, is a phone number. Only the server knows the numbering plans; a browser
 * counts digits.
 */
export type IsPhone = (text: string) => boolean;
/** A browser accepts numbers with at least this many digits. */
const FEWEST_DIGITS = 5;
const mayBePhone: IsPhone = (text) => text.replace(/\P{Nd}/gu, "").length >= FEWEST_DIGITS;

/** Checks name, phone and birth date. `today` is London's day, for the age of 18. */
export function checkPerson(fields: PersonFields, today: Day, isPhone = mayBePhone): PersonProblems {
  return withoutGaps({
    firstName: nameProblem(fields.firstName, "firstNameRequired"),
    lastName: nameProblem(fields.lastName, "lastNameRequired"),
    phone: phoneProblem(fields.phone, isPhone),
    birthDate: birthDateProblem(fields.birthDate.trim(), today),
  });
}

/** Checks all fields of a registration. `today` is London's day. */
export function checkRegistration(fields: RegistrationFields, today: Day, isPhone = mayBePhone): RegistrationProblems {
  const { firstName, lastName, phone, birthDate } = checkPerson(fields, today, isPhone);
  return withoutGaps({
    firstName,
    lastName,
    email: typedEmailProblem(fields.email),
    phone,
    birthDate,
    password: passwordProblem(fields.password),
    confirmPassword: confirmationProblem(fields),
  });
}

/** Drops fields without a problem. */
function withoutGaps(problems: {
  readonly [field in RegistrationField]?: RegistrationProblem | undefined;
}): RegistrationProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

/**
 * Zero-width spaces, soft hyphens and byte-order marks. Joiners are not among them: names and emoji need
 * them.
 */
const ZERO_WIDTH = /[\u00AD\u200B\u2060\uFEFF\uFFFC]/g;

/** Normalises a line for storage: no control or invisible characters, plain blanks and hyphens, trimmed. */
export function tidyText(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(ZERO_WIDTH, "")
    .replace(/\p{Zs}/gu, " ")
    .replace(/[\u2010\u2011]/g, "-")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** Whether the text has no visible character. */
export function isBlank(text: string): boolean {
  return /^[\p{Default_Ignorable_Code_Point}\s]*$/u.test(text);
}

/** True for emoji without any letter or digit. */
const isOnlyEmoji = (text: string) =>
  /^[\p{Default_Ignorable_Code_Point}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\s]*$/u.test(text);

/** `missing`: the error if the text is blank. `longest`: in characters. */
function textProblem<P extends RegistrationProblem>(text: string, missing: P, longest: number): P | "tooLong" | undefined {
  const tidy = tidyText(text);
  if (isBlank(tidy)) return missing;
  return tidy.length > longest ? "tooLong" : undefined;
}

function nameProblem(text: string, missing: RegistrationProblem): RegistrationProblem | undefined {
  const problem = textProblem(text, missing, LONGEST_NAME);
  return !problem && isOnlyEmoji(tidyText(text)) ? "nameIsEmoji" : problem;
}

function phoneProblem(typed: string, isPhone: IsPhone): RegistrationProblem | undefined {
  // A pasted label or remark does not count. `isPhone` removes it by itself.
  const problem = textProblem(pastedPhone(typed), "phoneRequired", LONGEST_PHONE);
  if (problem) return problem;
  return isPhone(typed) ? undefined : "phoneInvalid";
}

function confirmationProblem({ password, confirmPassword }: RegistrationFields): RegistrationProblem | undefined {
  if (confirmPassword === "") return "confirmPasswordRequired";
  return confirmPassword === password ? undefined : "passwordsDoNotMatch";
}

function birthDateProblem(birthDate: string, today: Day): RegistrationProblem | undefined {
  if (birthDate === "") return "birthDateRequired";
  if (!isCalendarDay(birthDate) || birthDate < EARLIEST_BIRTH) return "birthDateInvalid";
  return isAdult(birthDate, today) ? undefined : "minAge";
}

function isCalendarDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
