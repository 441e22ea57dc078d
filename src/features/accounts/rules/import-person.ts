/** Reads and checks a row of the CSV file with another platform's people. */
import { type Day, endOfLondonDay, startOfLondonDay } from "#shared/dates/dates.ts";
import { defaultLocale, type Locale, languages } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { EARLIEST_IMPORTED_DAY, readImportedDay, refuseInstant, shownCell } from "./import-cells.ts";
import { isEmailAddress, normalEmail } from "./person/email-address.ts";
import { checkProfile, type ProfileProblems } from "./profile.ts";
import { tidyText } from "./registration.ts";

/** Columns of the file; docs/import.md describes them. */
export const PEOPLE_COLUMNS = {
  required: ["email", "first_name", "last_name", "birth_date"],
  optional: [
    ...["phone", "county", "language", "registered_on", "newsletter", "newsletter_since"],
    ...["paused_until", "excluded_until", "closed_on"],
  ],
} as const;

/**
 * A person as the file describes them. `isNewsletterUndated`: consent without a date, which does not count.
 */
export type ImportedPerson = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: Day;
  readonly phone: string | undefined;
  readonly county: string | undefined;
  readonly locale: Locale;
  readonly registeredAt: Date | undefined;
  readonly newsletterSince: Date | undefined;
  readonly isNewsletterUndated: boolean;
  readonly exclusions: readonly { readonly kind: "pause" | "exclusion"; readonly lastDay: Day; readonly until: Date }[];
};
/** Closed accounts keep only what recognises them. */
export type ImportedClosing = { readonly email: string; readonly phone: string | undefined; readonly closedAt: Date };

/** `today` in London. `readPhone`: the number in E.164, or undefined. */
type ImportContext = {
  readonly today: Day;
  readonly now: Date;
  readonly readPhone: (typed: string) => string | undefined;
};
/** Cells by column name. */
type Values = Readonly<Record<string, string>>;
/** A row's result. `why`: the refusal in plain words. */
export type ReadPerson =
  | ({ readonly kind: "person" } & ImportedPerson)
  | ({ readonly kind: "closed" } & ImportedClosing)
  | { readonly kind: "refused"; readonly email: string | undefined; readonly why: string };

/** What the command line says about an invalid cell. */
const WORDS = {
  firstName: "first_name is empty or longer than 100 characters",
  lastName: "last_name is empty or longer than 100 characters",
  birthDate: "birth_date is empty or no day of a life",
  phone: "phone is no telephone number",
  county: "county is longer than 60 characters",
} as const satisfies Record<keyof ProfileProblems, string>;

/** Later dates stand for "never". An exclusion until then never ends. */
const LAST_DAY: Day = "2999-12-31";

const YES = new Set(["yes", "y", "true", "1", "oui"]);
const NO = new Set(["", "no", "n", "false", "0", "non"]);

/** @returns the person without expired exclusions, the closed account, or a refusal */
export function readPerson(values: Values, context: ImportContext): ReadPerson {
  const typed = values.email ?? "";
  const email = normalEmail(typed);
  if (!isEmailAddress(email)) return { kind: "refused", email: undefined, why: `email “${shownCell(typed)}” is no address` };
  const read = readCells(email, values, context);
  return read.ok ? read.value : { kind: "refused", email, why: read.error };
}

function readCells(email: string, values: Values, context: ImportContext): Result<ReadPerson, string> {
  const cell = (name: string) => tidyText(values[name] ?? "");
  const days = new Map<string, Day>();
  const born = refuseInstant("birth_date", cell("birth_date"));
  if (!born.ok) return born;
  for (const name of ["birth_date", "registered_on", "newsletter_since", "paused_until", "excluded_until", "closed_on"]) {
    const day = readImportedDay(name, cell(name));
    if (!day.ok) return day;
    if (day.value !== undefined) days.set(name, day.value);
  }
  for (const name of ["registered_on", "newsletter_since", "closed_on"]) {
    const day = days.get(name);
    if (day !== undefined && day > context.today) return err(`${name} ${day} is still to come`);
    // Other programs write an early date for "none". Such accounts are not closed.
    if (day !== undefined && day < EARLIEST_IMPORTED_DAY)
      return err(`${name} ${day} is before ${EARLIEST_IMPORTED_DAY}. Leave it empty if there is no such day`);
  }
  const phone = cell("phone") === "" ? undefined : context.readPhone(cell("phone"));
  const closedOn = days.get("closed_on");
  if (closedOn && cell("phone") !== "" && phone === undefined) return err(WORDS.phone);
  if (closedOn) return ok({ kind: "closed", email, phone, closedAt: startOfLondonDay(closedOn) });

  const birthDate = days.get("birth_date") ?? "";
  const [firstName, lastName, county] = [cell("first_name"), cell("last_name"), cell("county")];
  // Other platforms may not ask for a phone number.
  const fields = { firstName, lastName, birthDate, county, phone: cell("phone") || "-" };
  const problems = checkProfile(fields, context.today, () => cell("phone") === "" || phone !== undefined);
  if (problems.birthDate === "minAge") return err(`under 18 (born ${birthDate})`);
  const [first] = Object.keys(problems) as (keyof ProfileProblems)[];
  if (first) return err(WORDS[first]);

  const language = cell("language").toLowerCase() || defaultLocale();
  // One that is switched off is stored, and readable once it is switched on.
  const installed = languages.installed.find(({ locale }) => locale === language);
  if (!installed)
    return err(
      `language “${shownCell(language)}” is none of the shop’s: ${languages.installed.map(({ locale }) => locale).join(", ")}`,
    );
  const newsletter = cell("newsletter").toLowerCase();
  if (!YES.has(newsletter) && !NO.has(newsletter)) return err(`newsletter “${shownCell(newsletter)}” is neither yes nor no`);
  const since = days.get("newsletter_since");
  const registeredOn = days.get("registered_on");
  return ok({
    kind: "person",
    email,
    firstName,
    lastName,
    birthDate,
    phone,
    county: county || undefined,
    locale: installed.locale,
    registeredAt: registeredOn === undefined ? undefined : startOfLondonDay(registeredOn),
    newsletterSince: YES.has(newsletter) && since ? startOfLondonDay(since) : undefined,
    isNewsletterUndated: YES.has(newsletter) && since === undefined,
    exclusions: (["pause", "exclusion"] as const).flatMap((kind) => {
      const day = days.get(kind === "pause" ? "paused_until" : "excluded_until");
      if (day === undefined || day < context.today) return [];
      const lastDay = day > LAST_DAY ? LAST_DAY : day;
      return [{ kind, lastDay, until: endOfLondonDay(lastDay) }];
    }),
  });
}
