/** The player's profile: its fields, their validation, and the tabs of its page. */
import type { Day } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { checkPerson, type IsPhone, type PersonFields, type RegistrationProblem, tidyText } from "./registration.ts";

/** `county` is published with a win ("Amelia R., Kent"). The choices `is…` are off by default. */
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

/** What the player types. */
export type ProfileFields = PersonFields & { readonly county: string };
/** Errors by field, as keys of `auth.json`. */
export type ProfileProblems = { readonly [field in keyof ProfileFields]?: RegistrationProblem };

const LONGEST_COUNTY = 60;

/** Checks the typed profile by the rules of registration, including the age. The county is optional. */
export function checkProfile(fields: ProfileFields, today: Day, isPhone?: IsPhone): ProfileProblems {
  const problems = checkPerson(fields, today, isPhone);
  return tidyText(fields.county).length > LONGEST_COUNTY ? { ...problems, county: "tooLong" } : problems;
}

/** Tabs of the page, in order. Other visitors see the first two only. */
export const PROFILE_TABS = ["tickets", "details", "security", "play"] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** The requested tab if the visitor may see it, else the first one. */
export function profileTab(requested: string | null, tabs: readonly ProfileTab[] = PROFILE_TABS): ProfileTab {
  return tabs.find((tab) => tab === requested) ?? "tickets";
}
