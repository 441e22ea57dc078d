/** Telephone numbers: kept as they are dialled from anywhere (E.164), shown as people write them. Here and not in the rules, as no browser should carry the numbering plans of the world. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { pastedPhone } from "#shared/pasted.ts";

const HOME = "GB";
const HOME_CODE = "44";

/** What is stored of a telephone number as somebody typed it: "07700 900123" is "+447700900123". Without a country it is British. */
export function readPhone(typed: string): string | undefined {
  const number = parsePhoneNumberFromString(pastedPhone(typed), { defaultCountry: HOME, extract: false });
  return number?.isPossible() && number.ext === undefined ? number.number : undefined;
}

export function isPhone(typed: string): boolean {
  return readPhone(typed) !== undefined;
}

/** British ones as they are dialled at home, others with their country. What was stored before numbers were read is shown as it is. */
export function showPhone(stored: string): string {
  const number = parsePhoneNumberFromString(stored, { extract: false });
  if (number === undefined) return stored;
  return number.countryCallingCode === HOME_CODE ? number.formatNational() : number.formatInternational();
}

export function withShownPhone<R extends { readonly phone: string | undefined }>(row: R): R {
  return row.phone === undefined ? row : { ...row, phone: showPhone(row.phone) };
}
