/** Phone numbers, stored as E.164. Not in `rules/`: browsers must not load the world's numbering plans. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { pastedPhone } from "#shared/text/pasted.ts";

const HOME = "GB";
const HOME_CODE = "44";

/** National numbers of Britain of ten digits, also those that Ofcom reserves for examples. */
const BRITISH = /^[1-357-9]\d{9}$/;

/**
 * "07700 900123" becomes "+447700900123". Numbers without a country code are British. Others, such as the
 * French "06 12 34 56 78", are refused.
 */
export function readPhone(typed: string): string | undefined {
  const number = parsePhoneNumberFromString(pastedPhone(typed), { defaultCountry: HOME, extract: false });
  if (!number?.isPossible() || number.ext !== undefined) return undefined;
  // French numbers have nine digits after the 0, as few British ones have.
  const isKnown = number.countryCallingCode !== HOME_CODE || BRITISH.test(number.nationalNumber) || number.isValid();
  return isKnown ? number.number : undefined;
}

/** Whether the text is a possible phone number. */
export function isPhone(typed: string): boolean {
  return readPhone(typed) !== undefined;
}

/** British numbers in national format, others in international. Unreadable old values stay as stored. */
export function showPhone(stored: string): string {
  const number = parsePhoneNumberFromString(stored, { extract: false });
  if (number === undefined) return stored;
  return number.countryCallingCode === HOME_CODE ? number.formatNational() : number.formatInternational();
}

/** A row with its phone number as people read it. */
export function withShownPhone<R extends { readonly phone: string | undefined }>(row: R): R {
  return row.phone === undefined ? row : { ...row, phone: showPhone(row.phone) };
}
