import { type Day, londonDate } from "#shared/dates.ts";

/** The day on which the shop's own terms took effect. Change it together with their text. */
export const TERMS_VERSION = "2026-11-28";

type Own = { readonly version: number; readonly publishAt: Date; readonly bodies: object };

/** The operator's own name the day and their number: "2026-11-23.4". Where they went back to the shop's own text, it is that one's day. */
export function termsInForce(own: Own | undefined): string {
  return own && Object.keys(own.bodies).length > 0 ? `${londonDate(own.publishAt)}.${own.version}` : TERMS_VERSION;
}

export function termsDay(version: string): Day {
  return version.split(".")[0] ?? version;
}

/** The operator's own are known by their number, the software's by their day. */
export function termsNumber(version: string): string {
  const [day = version, number = day] = version.split(".");
  return number;
}

/** Where that version can be read for ever. */
export function termsAddress(version: string): string {
  return `/texts/terms/${termsNumber(version)}`;
}
