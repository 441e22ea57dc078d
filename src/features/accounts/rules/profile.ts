import type { Day } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import { checkPerson, type IsPhone, type PersonFields, type RegistrationProblem, tidyText } from "./registration.ts";

/** A player's own data. `county` is told with a win ("Amelia R., Kent"); both choices are off until they are made. */
export type Profile = {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly birthDate: Day | undefined;
  readonly county: string;
  readonly locale: Locale;
  readonly marketing: boolean;
  readonly isFullNamePublic: boolean;
  readonly isNameHidden: boolean;
  readonly createdAt: Date;
};

export type ProfileFields = PersonFields & { readonly county: string };
/** One problem for each field that has any; its name is the key of its sentence in `auth.json`. */
export type ProfileProblems = { readonly [field in keyof ProfileFields]?: RegistrationProblem };

const LONGEST_COUNTY = 60;

/** The rules of registration, age included; the county may stay empty. */
export function checkProfile(fields: ProfileFields, today: Day, isPhone?: IsPhone): ProfileProblems {
  const problems = checkPerson(fields, today, isPhone);
  return tidyText(fields.county).length > LONGEST_COUNTY ? { ...problems, county: "tooLong" } : problems;
}

/** The parts of the page, in their order. Others see of somebody no more than the first two. */
export const PROFILE_TABS = ["tickets", "details", "security", "play"] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** The first one for anything else. */
export function profileTab(asked: string | null, tabs: readonly ProfileTab[] = PROFILE_TABS): ProfileTab {
  return tabs.find((tab) => tab === asked) ?? "tickets";
}
