/**
 * The mails of a campaign, in French. A campaign is rendered once for all its readers; what differs from reader to reader is put in afterwards,
 * so that a hundred thousand of them cost a hundred thousand replacements and one rendering.
 */
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { lastDayOf, type Promotion } from "#features/lotteries/rules/promotion.ts";
import { formatDate } from "#shared/dates.ts";
import { formatMoney } from "#shared/money.ts";
import type { CampaignTemplateId } from "../../rules/campaign-templates.ts";
import { fillIn, type PlaceholderValues, partsOf } from "../../rules/placeholders.ts";
import { timeLeftInFrench } from "../../rules/time-left.ts";
import { CAMPAIGN_WORDS } from "./campaign-words.ts";
import { type MailSender, oneLine, paragraphs } from "./mail.ts";
import { footText, MAIL_WORDS } from "./mail-words.ts";

export type Campaign = {
  readonly sender: MailSender;
  readonly template: CampaignTemplateId;
  /** As the administrator left them, with the placeholders in. */
  readonly subject: string;
  readonly content: string;
  readonly lottery: Lottery;
  /** Newest first. */
  readonly activeLotteries: readonly Lottery[];
  /** Of an offer with a code. */
  readonly promotion?: Omit<Promotion, "id"> | undefined;
  readonly now: Date;
};

/** What both parts of the mail say, but for the reader. */
export type CampaignView = ReturnType<typeof viewOf>;

/** Signs that nobody can type, in the place of what each reader gets for their own. */
export const NAME = "\ue000n\ue001";
export const LEAVE = "\ue000u\ue001";
export const RESERVED = /[\ue000\ue001]/g;

/** What stands in place of each placeholder, for a reader of this name. Pictures and lists of draws are drawn where they stand alone; in a line they are words. */
export function placeholderValues(
  { lottery, activeLotteries, promotion, now }: Pick<Campaign, "lottery" | "activeLotteries" | "promotion" | "now">,
  firstName: string,
): PlaceholderValues {
  return {
    firstName,
    lotteryTitle: nameOf(lottery),
    lotteryId: lottery.id,
    lotteryImage: "",
    ticketPrice: formatMoney(lottery.pricePerTicket, "fr"),
    prizeValue: formatMoney(lottery.priceValue, "fr", "whole"),
    daysUntilEnd: timeLeftInFrench(lottery.closesAt, now),
    activeLotteries: listInFrench(activeLotteries.map(nameOf)),
    promoCode: promotion?.code ?? "",
    promoExpiry: promotion ? formatDate(lastDayOf(promotion), "fr") : "",
  };
}

function nameOf(lottery: Lottery): string {
  return oneLine(inLanguage(lottery.title, "fr").replaceAll(RESERVED, ""));
}

export function viewOf(campaign: Campaign) {
  const { sender, template, subject, content, lottery, activeLotteries, promotion, now } = campaign;
  const { publicUrl } = sender;
  const draw = drawOf(lottery, publicUrl, now);
  const draws = activeLotteries.map((each) => drawOf(each, publicUrl, now));
  const offer = promotion && { ...promotion, lastDay: formatDate(lastDayOf(promotion), "fr") };
  const values = placeholderValues(campaign, NAME);
  const fill = (text: string) => fillIn(text.replaceAll(RESERVED, ""), values);
  const parts = partsOf(content).map((part) => ("text" in part ? { ...part, text: fill(part.text) } : part));
  const words = CAMPAIGN_WORDS;
  const isWeekly = template === "weekly-update";
  const all = `${publicUrl}/prize`;
  const target = offer ? `${draw.href}?code=${encodeURIComponent(offer.code)}` : draw.href;
  return {
    sender,
    draw,
    draws,
    subject: fill(subject),
    // A picture at the top lies across the head of the mail.
    picture: parts[0]?.kind === "picture" ? draw.picture : undefined,
    parts: parts[0]?.kind === "picture" ? parts.slice(1) : parts,
    facts: isWeekly ? [] : draw.facts,
    offer: offer && { code: offer.code, off: words.off(offer.percentOff), until: words.until(offer.lastDay) },
    offerRule: offer && words.offerRule,
    button: isWeekly ? { label: words.seeAll, href: all } : { label: words.enter, href: target },
    link: isWeekly ? { label: draw.name, href: draw.href } : { label: words.seeAll, href: all },
    fair: words.fair,
    free: lottery.takesFreeEntries ? { label: words.free, href: `${publicUrl}/enter-free` } : undefined,
    why: words.why,
    leave: { label: words.leave, href: LEAVE },
  };
}

export type CampaignDraw = ReturnType<typeof drawOf>;

function drawOf(lottery: Lottery, publicUrl: string, now: Date) {
  const words = CAMPAIGN_WORDS;
  const value = formatMoney(lottery.priceValue, "fr", "whole");
  const price = formatMoney(lottery.pricePerTicket, "fr");
  return {
    id: lottery.id,
    name: nameOf(lottery),
    href: `${publicUrl}/lottery/${lottery.id}`,
    picture: lottery.images[0]?.picture,
    value,
    price,
    timeLeft: timeLeftInFrench(lottery.closesAt, now),
    facts: [
      { label: words.value, value },
      { label: words.price, value: price },
      { label: words.closes, value: MAIL_WORDS.fr.closesAt(formatDate(lottery.endDate, "fr")) },
    ],
  };
}

/** « A, B et C » */
function listInFrench(names: readonly string[]): string {
  return new Intl.ListFormat("fr", { type: "conjunction" }).format(names);
}

export function textOf(view: CampaignView): string {
  const { pair } = MAIL_WORDS.fr;
  const parts = view.parts.map((part) => {
    if ("text" in part) return part.text;
    return part.kind === "draws" && view.draws.map((draw) => `- ${CAMPAIGN_WORDS.drawLine(draw)}\n  ${draw.href}`).join("\n");
  });
  return paragraphs(
    ...parts,
    view.offer && [pair(CAMPAIGN_WORDS.code, view.offer.code), view.offer.off, view.offer.until].join("\n"),
    view.offerRule,
    view.facts.map(({ label, value }) => pair(label, value)).join("\n"),
    [view.button, view.link].map(({ label, href }) => pair(label, href)).join("\n"),
    view.free ? `${view.fair}\n${pair(view.free.label, view.free.href)}` : view.fair,
    `${footText(view.sender, view.why, "fr")}\n${pair(view.leave.label, view.leave.href)}`,
  );
}
