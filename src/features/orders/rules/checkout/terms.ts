/** Versions of the terms, which buyers accept with each order. */
import { type Day, londonDate } from "#shared/dates/dates.ts";

/** The day on which the default terms took effect. Change it together with their text. */
export const TERMS_VERSION = "2026-11-29";

/** Terms that the operator wrote: their versions count from 1, `bodies` by language. */
type OwnTerms = { readonly version: number; readonly publishAt: Date; readonly bodies: object };

/** The version of the operator's terms, "2026-11-23.4", or the day of the default terms. */
export function termsInForce(own: OwnTerms | undefined): string {
  return own && Object.keys(own.bodies).length > 0 ? `${londonDate(own.publishAt)}.${own.version}` : TERMS_VERSION;
}

/** The day of a version. */
export function termsDay(version: string): Day {
  return version.split(".")[0] ?? version;
}

/** The number of the operator's version, or the day of the default terms. */
export function termsNumber(version: string): string {
  const [day = version, number = day] = version.split(".");
  return number;
}

/** The permanent address of a version. */
export function termsAddress(version: string): string {
  return `/texts/terms/${termsNumber(version)}`;
}
