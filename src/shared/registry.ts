/** Where a company is registered: its website and letters have to say it (Companies (Trading Disclosures) Regulations 2015, regulation 25). */

export type Registry = "england" | "scotland" | "ireland";

/** Told by how the number begins at Companies House. Undefined for what is no number of a register of the United Kingdom. */
export function registryOf(companyNumber: string): Registry | undefined {
  const number = companyNumber.replaceAll(/\s/g, "").toUpperCase();
  if (/^(\d{7,8}|OC\d{6})$/.test(number)) return "england";
  if (/^S[COL]\d{6}$/.test(number)) return "scotland";
  return /^(N[ICL]|R0)\d{5,6}$/.test(number) ? "ireland" : undefined;
}
