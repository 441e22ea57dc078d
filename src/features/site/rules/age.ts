/** The age that a visitor confirms, and where minors are sent. Source: specification, sections 2 and 4. */

/** Name of the flag in local storage, and of the cookie for pages without scripts. */
const AGE_FLAG = "age-verified";
/** Where minors are sent. */
export const SEARCH_SITE = "https://www.google.com/";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** `Set-Cookie` of a confirmed age, for a year. */
export const ageCookie = `${AGE_FLAG}=true; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;

/** Whether a `Cookie` header confirms the age. */
export function isAgeConfirmed(cookies: string): boolean {
  return cookies.split(";").some((pair) => pair.trim() === `${AGE_FLAG}=true`);
}
