/** The mails about a draw: to everybody in it when its list is fixed and when its winner is drawn, and to whoever has won. */
import { formatTicketNumber } from "#shared/ids.ts";
import type { Locale } from "#shared/locale.ts";
import { DRAW_WORDS, type DrawFacts, type DrawMessage } from "./draw-news-words.ts";
import {
  formatCount,
  formatMoment,
  type MailDraw,
  type MailSender,
  type MailTicket,
  oneLine,
  paragraphs,
  runsOf,
} from "./mail.ts";
import { footText, MAIL_WORDS } from "./mail-words.ts";

export type DrawNews = {
  readonly sender: MailSender;
  readonly message: DrawMessage;
  readonly draw: MailDraw;
  /** May be empty. */
  readonly firstName: string;
  /** The reader's own tickets in the draw, at least one. */
  readonly tickets: readonly MailTicket[];
  /** Entries in the list. */
  readonly total: number;
  /** Hex of 32 bytes. */
  readonly commitment: string;
  readonly round: number;
  readonly roundAt: Date;
  /** Why the draw comes before its time; shown when the list is fixed. */
  readonly earlyReason: string | undefined;
  readonly isDemo: boolean;
  /** Of a drawn draw; the name as the winner agreed to it. */
  readonly winner: { readonly ticketNumber: number; readonly name: string | undefined } | undefined;
};

/** What both parts of the mail say, in the reader's language. */
export type DrawNewsView = ReturnType<typeof viewOf>;

export function viewOf(news: DrawNews, locale: Locale) {
  const { sender, message, draw, tickets } = news;
  const words = DRAW_WORDS[locale];
  const facts = factsOf(news, locale);
  const isClosing = message === "draw-closed";
  return {
    locale,
    sender,
    draw: { ...draw, name: facts.draw },
    subject: words.subject[message](facts),
    title: words.title[message](facts),
    hello: words.hello(oneLine(news.firstName)),
    lead: words.lead[message](facts),
    more: words.more[message](facts),
    ranges: isClosing ? runsOf(draw, tickets).map(([from, to]) => MAIL_WORDS[locale].range(from, to)) : [],
    early: isClosing && news.earlyReason !== undefined ? words.early(oneLine(news.earlyReason)) : undefined,
    demo: news.isDemo ? words.demo : undefined,
    receipt: [{ label: words.commitment, value: news.commitment }],
    button: { label: words.button, href: `${sender.publicUrl}/draws/${draw.id}` },
    why: words.why[message],
  };
}

function factsOf({ sender, draw, tickets, total, round, roundAt, winner }: DrawNews, locale: Locale): DrawFacts {
  return {
    draw: oneLine(draw.name),
    count: formatCount(tickets.length, locale),
    isOne: tickets.length === 1,
    total: formatCount(total, locale),
    round: formatCount(round, locale),
    roundAt: formatMoment(roundAt, locale),
    winner: winner?.name === undefined ? undefined : oneLine(winner.name),
    ticket: winner ? formatTicketNumber(draw.shortNumber, winner.ticketNumber) : "",
    email: sender.trader.email,
  };
}

export function textOf(view: DrawNewsView): string {
  const words = MAIL_WORDS[view.locale];
  return paragraphs(
    view.hello,
    view.title,
    view.lead,
    view.ranges.length > 0 && view.ranges.join("\n"),
    view.more,
    view.early,
    view.demo,
    view.receipt.map(({ label, value }) => words.pair(label, value)).join("\n"),
    words.pair(view.button.label, view.button.href),
    footText(view.sender, view.why, view.locale),
  );
}
