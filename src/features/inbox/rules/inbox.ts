/** The inbox of visitors' messages: views, marks and deadlines. */
import { mailtoLink } from "#features/accounts/rules/person/email-address.ts";
import { workingDaysAfter } from "#features/lotteries/rules/dates/postal-days.ts";
import { addDays, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";

/** `doubtful`: probably spam. */
export const INBOX_VIEWS = ["open", "unread", "doubtful", "done", "all"] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

/** What staff can mark. */
export const MARKS = ["read", "unread", "done", "reopened"] as const;
export type Mark = (typeof MARKS)[number];

/** The time to answer that the contact page, its form and its receipt promise. */
const ANSWER_WORKING_DAYS = 2;

/** Messages from before this midnight in London should have been answered. */
export function answeredByNow(now: Date): Date {
  const today = londonDate(now);
  // The latest day whose messages had to be answered before today.
  let overdueDay = today;
  while (workingDaysAfter(overdueDay, ANSWER_WORKING_DAYS) >= today) overdueDay = addDays(overdueDay, -1);
  return startOfLondonDay(addDays(overdueDay, 1));
}

/** Longest quotation in an answer: mail programs limit the length of addresses. */
const LONGEST_QUOTE = 1_000;

/** A `mailto:` address of an answer, with the subject and the quoted message. */
export function replyAddress(message: { readonly email: string; readonly subject: string; readonly text: string }): string {
  const subject = /^(re|aw|tr)\s*:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
  const quoted = truncate(message.text)
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\r\n");
  return `${mailtoLink(message.email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`\r\n\r\n${quoted}`)}`;
}

/** Cuts between code points: a lone surrogate cannot be encoded. */
function truncate(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST_QUOTE ? `${characters.slice(0, LONGEST_QUOTE).join("")} …` : text;
}
