/** Checks, cleans and compares email addresses. */
import { pastedEmail } from "#shared/text/pasted.ts";

/** An unquoted local part, before the @ (RFC 5322, dot-atom). */
const LOCAL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i;
/** A part of the domain between dots. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** Letters, or the ASCII form of an internationalised name. */
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;
/** RFC 5321, 4.5.3.1. */
const LONGEST = 254;
const LONGEST_LOCAL = 64;

/** Keys of sentences. `emailAccents`: other letters than a to z before the @ (docs/decisions/0026). */
export const EMAIL_PROBLEMS = [
  "emailInvalid",
  "emailAccents",
  "emailSeveral",
  "emailSpaces",
  "emailDots",
  "emailDomain",
] as const;
export type EmailProblem = (typeof EMAIL_PROBLEMS)[number];

/** Why an address is invalid; undefined for a valid one. @param address in the spelling of `normalEmail` */
export function emailProblem(address: string): EmailProblem | undefined {
  const at = address.lastIndexOf("@");
  const [local, host] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || host === "") return "emailInvalid";
  if (address.indexOf("@") !== at) return /[\s,;/]/.test(address) ? "emailSeveral" : "emailInvalid";
  if (/\s/.test(address)) return "emailSpaces";
  if (/\P{ASCII}/u.test(local)) return "emailAccents";
  if (!LOCAL.test(local) || local.length > LONGEST_LOCAL || address.length > LONGEST) return "emailInvalid";
  if (local.startsWith(".") || local.endsWith(".") || address.includes("..")) return "emailDots";
  const labels = host.split(".");
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label)) && TOP_LEVEL.test(labels.at(-1) ?? "");
  return isHost ? undefined : "emailDomain";
}

/** Whether mail can be sent there. Only a mail shows whether the mailbox exists. */
export function isEmailAddress(text: string): boolean {
  return emailProblem(text) === undefined;
}

/** Extracts the address of pasted text: "Tom <Tom@example.com>" → "Tom@example.com". Keeps its case. */
export function cleanEmail(text: string): string {
  const email = pastedEmail(text);
  const at = email.lastIndexOf("@");
  const host = email.slice(at + 1);
  if (at < 1 || !/\P{ASCII}/u.test(host)) return email;
  const address = `http://${host}`;
  return URL.canParse(address) ? `${email.slice(0, at)}@${new URL(address).hostname}` : email;
}

/** Lower case, for storage and lookup. */
export function normalEmail(text: string): string {
  return cleanEmail(text).toLowerCase();
}

/** Like `emailProblem`, for text as typed or pasted into a form. */
export function typedEmailProblem(typed: string): EmailProblem | "emailRequired" | undefined {
  const email = cleanEmail(typed);
  return email === "" ? "emailRequired" : emailProblem(email);
}

/** A `mailto:` link. Escapes "?", "&" and "%" of the local part. */
export function mailtoLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

/** Domains of one provider. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/** The mailbox of an address: without "+" tags, and for Gmail without dots. Only for counting people. */
export function mailboxOf(email: string): string {
  const normal = normalEmail(email);
  const at = normal.lastIndexOf("@");
  const [name, host] = [normal.slice(0, at).replace(/(?<=.)\+.*$/, ""), normal.slice(at + 1)];
  return GMAIL.has(host) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${host}`;
}

/**
 * Who has an address. `unconfirmed`: an account that has not confirmed it. `closed`: an account closed for
 * good.
 */
export type AddressHolder = { readonly kind: "account"; readonly id: string } | { readonly kind: "unconfirmed" | "closed" };
