/** What the mails to players have in common: what they are told, what they consist of, and how numbers and dates are written in them. */
import type { ReactElement } from "react";
import type { Trader } from "#platform/env/env.server.ts";
import { type Day, formatDate } from "#shared/dates.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import type { Locale } from "#shared/locale.ts";
import type { Picture } from "#shared/picture.ts";

/** A mail ready to be sent. `html` has no line that a mail server would have to cut, `text` says the same in words. */
export type MailContent = { readonly subject: string; readonly html: string; readonly text: string };

/** Who writes, and where the links lead. `publicUrl` is the site's origin, without a slash at the end. */
export type MailSender = { readonly publicUrl: string; readonly trader: Omit<Trader, "postalEntryAddress"> };

export type MailDraw = {
  readonly id: string;
  /** The 42 of CONC-0042-000137. */
  readonly shortNumber: number;
  /** The car, in the reader's language. */
  readonly name: string;
  /** The last day of sales; they close at the midnight that ends it in London. */
  readonly endDate: Day;
  readonly picture?: Picture | undefined;
};

/** `tag` is the ticket's private one, in lowercase hex; it is left out of the mail where it is left out here. */
export type MailTicket = { readonly number: number; readonly tag?: string | undefined };

/** The mail's document, its lines broken where white space means nothing. */
export async function renderHtml(element: ReactElement): Promise<string> {
  const { render } = await import("@react-email/render");
  return (await render(element)).replaceAll(
    /<(?=table|tr|td|p|a|img|h1|h2|title|style|meta|body|div|br|span class|!--\[)/g,
    "\n<",
  );
}

/** Ticket numbers as they print, in ascending order. */
export function numbersOf(draw: MailDraw, tickets: readonly MailTicket[]): string[] {
  return inOrder(tickets).map((ticket) => formatTicketNumber(draw.shortNumber, ticket.number));
}

export function inOrder(tickets: readonly MailTicket[]): MailTicket[] {
  return [...tickets].sort((a, b) => a.number - b.number);
}

/**
 * Runs of neighbouring numbers, such as [["CONC-0042-003894", "CONC-0042-003918"]]. The numbers of one order follow each other, so one
 * run is usual; a single number is a run from itself to itself.
 */
export function runsOf(draw: MailDraw, tickets: readonly MailTicket[]): [string, string][] {
  const runs: [number, number][] = [];
  for (const { number } of inOrder(tickets)) {
    const last = runs.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => [formatTicketNumber(draw.shortNumber, from), formatTicketNumber(draw.shortNumber, to)]);
}

/** One number a line for the plain-text part, its private tag behind it. */
export function numberLines(draw: MailDraw, tickets: readonly MailTicket[]): string {
  return inOrder(tickets)
    .map(({ number, tag }) => [formatTicketNumber(draw.shortNumber, number), tag].filter(Boolean).join("  "))
    .join("\n");
}

/** 6,000 or 6 000. The French group is kept together by U+00A0. */
export function formatCount(count: number, locale: Locale): string {
  return new Intl.NumberFormat(locale === "fr" ? "fr-FR" : "en-GB").format(count).replaceAll("\u202f", "\u00a0");
}

/** "22 November 2026, 16:18" in London's time. */
export function formatMoment(instant: Date, locale: Locale): string {
  return `${formatDate(instant, locale)}${locale === "fr" ? " à " : ", "}${formatDate(instant, locale, "time")}`;
}

/** One line, whatever was typed into the draw's name: a subject must not break. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n\0]+\s*/g, " ").trim();
}

/** Paragraphs of a plain-text mail, one empty line between two; what is missing leaves no gap. */
export function paragraphs(...parts: (string | false | undefined)[]): string {
  return `${parts.filter((part) => part).join("\n\n")}\n`;
}
