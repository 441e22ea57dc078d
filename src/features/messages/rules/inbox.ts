/** The inbox of what visitors wrote: what of it is shown, what can be done with a message, and by when it should be. */
import { mailtoLink } from "#features/accounts/rules/email-address.ts";
import { workingDaysAfter } from "#features/lotteries/rules/postal-days.ts";
import { addDays, londonDate, startOfLondonDay } from "#shared/dates.ts";

export const INBOX_VIEWS = ["open", "unread", "doubtful", "done", "all"] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

export const MARKS = ["read", "unread", "done", "reopened"] as const;
export type Mark = (typeof MARKS)[number];

/** So many working days the contact page, its form and its receipt give the team to answer. */
const ANSWER_WORKING_DAYS = 2;

/** The midnight in London before which a message came that should have been answered by now. */
export function answeredByNow(now: Date): Date {
  const today = londonDate(now);
  let day = today;
  while (workingDaysAfter(day, ANSWER_WORKING_DAYS) >= today) day = addDays(day, -1);
  return startOfLondonDay(addDays(day, 1));
}

/** The first of a long message is quoted in an answer: mail programs take no longer address than some thousand letters. */
const LONGEST_QUOTE = 1_000;

/** A `mailto:` address that begins an answer: to whoever wrote, with their subject and what they wrote behind `>`. */
export function replyAddress(message: { readonly email: string; readonly subject: string; readonly text: string }): string {
  const subject = /^(re|aw|tr)\s*:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
  const quoted = cut(message.text)
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\r\n");
  return `${mailtoLink(message.email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`\r\n\r\n${quoted}`)}`;
}

/** Whole characters: half of one cannot be written into an address. */
function cut(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST_QUOTE ? `${characters.slice(0, LONGEST_QUOTE).join("")} …` : text;
}
