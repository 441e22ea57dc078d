/** Blocks of a mail about tickets, next steps and odds. */
import { type Day, formatDate } from "#shared/dates/dates.ts";
import { formatTime } from "#shared/dates/draw-dates.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { type EntryCount, oddsSentence } from "#shared/money/odds.ts";
import { numberRuns } from "#shared/ticket-ranges.ts";
import type { Block, ListedTickets, MailDraw, MailTicket } from "./mail.ts";
import { formatCount, linkTo, type Pen } from "./pen.ts";

function inOrder(tickets: readonly MailTicket[]): MailTicket[] {
  return tickets.toSorted((a, b) => a.number - b.number);
}

/** "Numbers CONC-0042-003894 to CONC-0042-003918": runs of consecutive numbers. */
export function rangesOf({ t }: Pen, draw: MailDraw, tickets: readonly MailTicket[]): string[] {
  return runsOf(draw, tickets).map(([from, to]) =>
    from === to ? t("numbers.single", { from }) : t("numbers.range", { from, to }),
  );
}

/** First and last ticket of each run of consecutive numbers: [["CONC-0042-003894", "CONC-0042-003918"]]. */
export function runsOf(draw: MailDraw, tickets: readonly MailTicket[]): [string, string][] {
  const runs = numberRuns(tickets.map(({ number }) => number));
  return runs.map(([from, to]) => [formatTicketNumber(draw.shortNumber, from), formatTicketNumber(draw.shortNumber, to)]);
}

/** The tickets in the mail, and their full list at its end. */
export function ticketBlocks(
  pen: Pen,
  draw: MailDraw,
  tickets: readonly MailTicket[],
  title: string,
): readonly [here: Block, atEnd: Block] {
  const { t } = pen;
  const hasTags = tickets.some(({ tag }) => tag !== undefined);
  const listed: ListedTickets = {
    ranges: rangesOf(pen, draw, tickets),
    tickets: inOrder(tickets).map(({ number, tag }) => ({ number: formatTicketNumber(draw.shortNumber, number), tag })),
    about: hasTags ? t("numbers.tags") : undefined,
  };
  const listTitle = hasTags ? t("numbers.tagsTitle", { count: tickets.length }) : t("numbers.title");
  return [
    { kind: "tickets", title, ...listed },
    { kind: "ticketList", title: listTitle, ...listed },
  ];
}

/** The next steps, and where the draw can be followed. */
export function nextSteps(pen: Pen, draw: MailDraw): Block {
  const { t, locale } = pen;
  const { closesOn, closesTime, lastPostOn, drawnFrom } = draw.dates;
  const day = (date: Day) => formatDate(date, locale);
  return {
    kind: "steps",
    title: t("next.title"),
    steps: [
      { title: t("next.closesAt", { date: day(closesOn), time: formatTime(closesTime, locale) }), text: t("next.closes") },
      ...(lastPostOn === undefined ? [] : [{ title: t("next.post", { date: day(lastPostOn) }), text: t("next.postText") }]),
      { title: t("next.sealedTitle", { date: day(drawnFrom) }), text: t("next.sealed") },
      { title: t("next.drawnTitle"), text: t("next.drawn") },
    ],
    link: linkTo(pen, `/draws/${draw.id}`, t("next.proof")),
  };
}

/** All of the reader's entries, and the number of entries for the odds. */
export type MailOdds = { readonly entries: number; readonly among: EntryCount };

/** "Your odds if every ticket sells: 25 in 6,000, or 1 in 240." One entry has one form only. */
export function oddsLine(pen: Pen, bought: number, { entries, among }: MailOdds): string {
  const { t } = pen;
  const { form, oneIn } = oddsSentence(entries, among);
  const count = (n: number) => formatCount(pen, n);
  const bare = t("odds.chance", { tickets: count(entries), total: count(among.entries) });
  const chance = form === "single" ? bare : t(`odds.${form}`, { chance: bare, oneIn: count(oneIn) });
  const owned = entries - bought;
  const sentences = [
    t(among.isFinal ? "odds.final" : "odds.line", { chance }),
    among.free > 0 && t("odds.free", { count: among.free, entries: count(among.free), sold: count(among.entries - among.free) }),
    owned > 0 && t("odds.owned", { count: owned, entries: count(owned) }),
  ];
  return sentences.filter(Boolean).join(" ");
}
