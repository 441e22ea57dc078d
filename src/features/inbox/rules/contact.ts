/** Validation of the contact form, shared by form and server. */
import { cleanEmail, type EmailProblem, emailProblem } from "#features/accounts/rules/person/email-address.ts";

export type ContactFields = { readonly name: string; readonly email: string; readonly subject: string; readonly message: string };
export type ContactField = keyof ContactFields;
/** Keys of `about.json`, `contact.problems`. `oneLine`: a control character. */
export type ContactProblem =
  | "nameRequired"
  | "emailRequired"
  | EmailProblem
  | "subjectRequired"
  | "messageRequired"
  | "oneLine"
  | "tooLong";

/** Lengths in characters; the address also has its own rule. */
export const LONGEST = { name: 100, email: 254, subject: 150, message: 5000 } as const satisfies Record<ContactField, number>;

const REQUIRED = {
  name: "nameRequired",
  email: "emailRequired",
  subject: "subjectRequired",
  message: "messageRequired",
} as const satisfies Record<ContactField, ContactProblem>;

/** Same as `isBlank` in accounts, whose rules are too large for this page. */
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\s]*$/u;
/** Characters that could end a header or hide in a line. Tabs come with cells of a spreadsheet. */
const CONTROL = /[^\P{Cc}\t]|[\u2028\u2029]/u;
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const CONTROL_IN_MESSAGE = /[^\P{Cc}\t\n]/gu;

/**
 * The first problem of each field; empty if all are valid. Control characters in name, email and subject
 * are refused.
 */
export function checkContact(fields: ContactFields): Partial<Record<ContactField, ContactProblem>> {
  const problems: Partial<Record<ContactField, ContactProblem>> = {};
  for (const field of ["name", "email", "subject", "message"] as const) {
    const problem = problemOf(field, fields[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function problemOf(field: ContactField, value: string): ContactProblem | undefined {
  if (UNSEEN.test(field === "message" ? withPlainLines(value) : value)) return REQUIRED[field];
  if (field !== "message" && CONTROL.test(value)) return "oneLine";
  if (withPlainLines(value).length > LONGEST[field]) return "tooLong";
  return field === "email" ? emailProblem(cleanEmail(value)) : undefined;
}

/**
 * The text with LF as line breaks and without control characters that the sender cannot see, which word
 * processors write. Browsers submit a line break as two characters, but count one in `maxlength`.
 */
export function withPlainLines(text: string): string {
  return text.replaceAll(LINE_BREAK, "\n").replaceAll(CONTROL_IN_MESSAGE, "");
}

/** Whether a repeated form has the same content. */
export function isSame(one: ContactFields, other: ContactFields): boolean {
  return one.name === other.name && one.email === other.email && one.subject === other.subject && one.message === other.message;
}

/** Longest order or complaint number in the field "about", in characters. */
export const LONGEST_ABOUT = 150;

/** `aboutNotOwn`: the number of an order that is not the visitor's. */
export type AboutProblem = "oneLine" | "tooLong" | "aboutNotOwn";

/** Why the optional field "about" is invalid. Undefined if valid. */
export function checkAbout(about: string): Exclude<AboutProblem, "aboutNotOwn"> | undefined {
  if (CONTROL.test(about)) return "oneLine";
  return about.length > LONGEST_ABOUT ? "tooLong" : undefined;
}
