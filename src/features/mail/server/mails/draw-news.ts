/** Mails to entrants: the list is sealed, the winner is drawn, you have won. */
import { ANSWER_DAYS } from "#features/draws/rules/replacement.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { formatMoney, type Pence } from "#shared/money/money.ts";
import { action, fine, type Mail, type MailDraw, type MailTicket, receipt, text } from "./mail.ts";
import { pictureOf } from "./order-mails.ts";
import { formatCount, formatMoment, hello, linkTo, oneLine, type Pen } from "./pen.ts";
import { rangesOf } from "./tickets.ts";

const NEWS = { "draw-closed": "closed", "draw-result": "result", "draw-winner": "winner" } as const;
export type DrawMessage = keyof typeof NEWS;

/** Facts of the mail. `commitment`, `round`: of the proof. `total`: entries in the list. */
export type DrawNews = {
  readonly message: DrawMessage;
  readonly draw: MailDraw;
  readonly firstName: string;
  readonly tickets: readonly MailTicket[];
  readonly total: number;
  readonly commitment: string;
  readonly round: number;
  readonly roundAt: Date;
  /** Why the draw is early; shown when the list is fixed. */
  readonly earlyReason: string | undefined;
  readonly isDemo: boolean;
  /** What the winner may take instead of the prize. */
  readonly cash: { readonly amount: Pence; readonly days: number } | undefined;
  readonly winner: Winner | undefined;
  /** The further prize that the reader has won. */
  readonly prize?: string | undefined;
  /** All prizes of a draw with several, with their winners. */
  readonly prizes?: readonly { readonly title: string; readonly winner: Winner | undefined }[];
};
type Winner = { readonly ticketNumber: number; readonly name: string | undefined };

/** The mail. */
export function drawNews(pen: Pen, news: DrawNews): Mail {
  const { t, sender } = pen;
  const { draw, tickets, winner, prizes = [] } = news;
  const about = aboutOf(news);
  const isClosing = about === "closed";
  const values = {
    draw: oneLine(draw.name),
    prize: oneLine(news.prize ?? ""),
    count: tickets.length,
    tickets: formatCount(pen, tickets.length),
    total: formatCount(pen, news.total),
    round: formatCount(pen, news.round),
    roundAt: formatMoment(pen, news.roundAt),
    winner: oneLine(winner?.name ?? ""),
    ticket: winner ? formatTicketNumber(draw.shortNumber, winner.ticketNumber) : "",
    email: sender.trader.email,
    days: formatCount(pen, ANSWER_DAYS),
  };
  const isNameless = about === "result" && winner?.name === undefined;
  return {
    subject: t(`draw.${about}.subject`, values),
    picture: pictureOf(draw),
    title: t(`draw.${about}.title`, values),
    hello: hello(pen, news.firstName),
    blocks: [
      text(isNameless ? t("draw.result.leadNameless", values) : t(`draw.${about}.lead`, values)),
      about === "results" && fine(...prizes.map((prize) => prizeLine(pen, draw, prize))),
      isClosing && fine(...rangesOf(pen, draw, tickets)),
      about === "winner" && news.cash && text(t("draw.winner.cash", cashValues(pen, news.cash))),
      about === "winner" && news.cash && action(linkTo(pen, `/won/${draw.id}`, t("draw.winner.choose"))),
      text(t(`draw.${about}.more`, values)),
      isClosing && news.earlyReason !== undefined && text(t("draw.early", { reason: oneLine(news.earlyReason) })),
      action(
        isClosing ? linkTo(pen, `/draws/${draw.id}/live`, t("draw.live")) : linkTo(pen, `/draws/${draw.id}`, t("draw.button")),
      ),
      news.isDemo && fine(t("draw.demo")),
      receipt({ label: t("draw.commitment"), value: news.commitment }),
    ],
    why: t(`draw.${about}.why`),
  };
}

function cashValues(pen: Pen, { amount, days }: NonNullable<DrawNews["cash"]>) {
  return { cash: formatMoney(amount, pen.locale, "whole"), count: days, n: formatCount(pen, days) };
}

/** Key of the texts. Draws with several prizes have their own for results and further prizes. */
function aboutOf({ message, prize, prizes = [] }: DrawNews) {
  const about = NEWS[message];
  if (about === "winner" && prize !== undefined) return "prizeWinner";
  return about === "result" && prizes.length > 0 ? "results" : about;
}

/** A prize with its winner, for the list of results. */
function prizeLine(pen: Pen, draw: MailDraw, { title, winner }: NonNullable<DrawNews["prizes"]>[number]): string {
  const ticket = winner && formatTicketNumber(draw.shortNumber, winner.ticketNumber);
  const values = { prize: oneLine(title), ticket: ticket ?? "", winner: oneLine(winner?.name ?? "") };
  if (!winner) return pen.t("draw.results.noWinner", values);
  return pen.t(winner.name === undefined ? "draw.results.nameless" : "draw.results.line", values);
}
