/** Which terms a buyer agrees to with the last button; stored with each order. */
import { type Day, londonDate } from "#shared/dates.ts";

/** The day on which the shop's own terms took effect. Change it together with their text. */
export const TERMS_VERSION = "2026-11-23";

/** The operator's own name the day and their number: "2026-11-23.4". */
export function termsInForce(own: { readonly version: number; readonly publishAt: Date } | undefined): string {
  return own ? `${londonDate(own.publishAt)}.${own.version}` : TERMS_VERSION;
}

export function termsDay(version: string): Day {
  return version.split(".")[0] ?? version;
}

/** Where that version can be read for ever. */
export function termsAddress(version: string): string {
  const [, number] = version.split(".");
  return number === undefined ? "/terms" : `/texts/terms/${number}`;
}
