/** A company's register. Source: Companies (Trading Disclosures) Regulations 2015, regulation 25. */

export type Registry = "england" | "scotland" | "ireland";

/**
 * The register of a company, by the prefix of its Companies House number. Undefined if that is no number of
 * a United Kingdom register.
 */
export function companyRegistry(companyNumber: string): Registry | undefined {
  const number = companyNumber.replaceAll(/\s/g, "").toUpperCase();
  if (/^(\d{7,8}|OC\d{6})$/.test(number)) return "england";
  if (/^S[COL]\d{6}$/.test(number)) return "scotland";
  return /^(N[ICL]|R0)\d{5,6}$/.test(number) ? "ireland" : undefined;
}
