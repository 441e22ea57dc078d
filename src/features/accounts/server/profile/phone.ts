/** Stored as E.164. Not in the rules: browsers must not load the world's numbering plans. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { pastedPhone } from "#shared/text/pasted.ts";

const HOME = "GB";
const HOME_CODE = "44";

/** "07700 900123" becomes "+447700900123". Numbers without a country code are British. */
export function readPhone(typed: string): string | undefined {
  const number = parsePhoneNumberFromString(pastedPhone(typed), { defaultCountry: HOME, extract: false });
  return number?.isPossible() && number.ext === undefined ? number.number : undefined;
}

export function isPhone(typed: string): boolean {
  return readPhone(typed) !== undefined;
}

/** British numbers in national format, others in international. Unreadable old values stay as stored. */
export function showPhone(stored: string): string {
  const number = parsePhoneNumberFromString(stored, { extract: false });
  if (number === undefined) return stored;
  return number.countryCallingCode === HOME_CODE ? number.formatNational() : number.formatInternational();
}

export function withShownPhone<R extends { readonly phone: string | undefined }>(row: R): R {
  return row.phone === undefined ? row : { ...row, phone: showPhone(row.phone) };
}
