/**
 * Campaign mails, in French, or in English if French is switched off. Rendered once; then each reader's own
 * parts are substituted.
 */

import { HELPLINE } from "#features/accounts/rules/person/help-organisations.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { lastDayOf, type Promotion } from "#features/lotteries/rules/purchase/promotion.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { formatTime } from "#shared/dates/draw-dates.ts";
import { localeTag } from "#shared/language/locale.ts";
import { formatMoney } from "#shared/money/money.ts";
import { campaignLocale, type CampaignTemplateId } from "../../rules/campaign-templates.ts";
import { type ContentPart, fillIn, type PlaceholderValues, partsOf } from "../../rules/placeholders.ts";
import { timeLeft } from "../../rules/time-left.ts";
import { action, type Block, fine, type ListedDraw, type Mail, type MailContent, receipt } from "./mail.ts";
import { linkTo, oneLine, type Pen, type PenSource, penIn } from "./pen.ts";
import { renderMail } from "./render-mail.ts";

export type Campaign = {
  readonly template: CampaignTemplateId;
  readonly subject: string;
  readonly content: string;
  readonly lottery: Lottery;
  readonly activeLotteries: readonly Lottery[];
  /** For an offer with a code. */
  readonly promotion?: Omit<Promotion, "id"> | undefined;
  readonly now: Date;
};

/** What differs between the readers of a campaign. */
export type CampaignReader = { readonly firstName: string; readonly unsubscribeUrl: string };

/** Characters that cannot be typed, as markers for each reader's parts. */
const NAME = "\ue000n\ue001";
const LEAVE = "\ue000u\ue001";
const RESERVED = /[\ue000\ue001]/g;

/** The placeholders' values for a reader. Pictures and lists of draws are blocks; inline they are words. */
export function placeholderValues(
  pen: Pen,
  { lottery, activeLotteries, promotion, now }: Pick<Campaign, "lottery" | "activeLotteries" | "promotion" | "now">,
  firstName: string,
): PlaceholderValues {
  return {
    firstName,
    lotteryTitle: nameOf(pen, lottery),
    lotteryId: lottery.id,
    lotteryImage: "",
    ticketPrice: priceOrFree(pen, lottery, "campaign.orFreeWithin"),
    prizeValue: formatMoney(lottery.priceValue, pen.locale, "whole"),
    daysUntilEnd: timeLeft(lottery.closesAt, now, campaignLocale()),
    activeLotteries: listOf(
      pen,
      activeLotteries.map((each) => nameOf(pen, each)),
    ),
    promoCode: promotion?.code ?? "",
    promoExpiry: promotion ? formatDate(lastDayOf(promotion), pen.locale) : "",
  };
}

/** Renders the campaign once. Returns a function that fills in one reader's parts. */
export async function prepareCampaign(ctx: PenSource, campaign: Campaign): Promise<(reader: CampaignReader) => MailContent> {
  const pen = penIn(ctx, campaignLocale());
  const { subject, html, text } = await renderMail(pen, campaignMail({ pen, english: penIn(ctx, "en") }, campaign));
  return ({ firstName, unsubscribeUrl }) => {
    const name = oneLine(firstName.replaceAll(RESERVED, ""));
    return {
      subject: oneLine(forReader(subject, name, unsubscribeUrl)),
      html: forReader(html, escapeHtml(name), escapeHtml(unsubscribeUrl)),
      text: forReader(text, name, unsubscribeUrl),
    };
  };
}

/** The fixed lines of each campaign: age, how winners are picked, free entries, helplines. Code 1.11. */
function fixedLine(pen: Pen): Extract<Block, { kind: "fine" }> {
  const { t, isByChance } = pen;
  return {
    kind: "fine",
    lines: [t(isByChance ? "campaign.fixedByChance" : "campaign.fixed", { phone: HELPLINE })],
    link: linkTo(pen, "/enter-free", t("campaign.free")),
  };
}

/** The mail with markers in place of each reader's parts. */
function campaignMail({ pen, english }: { readonly pen: Pen; readonly english: Pen }, campaign: Campaign): Mail {
  const { t } = pen;
  const { template, subject, content, lottery, activeLotteries, promotion, now } = campaign;
  const values = placeholderValues(pen, campaign, NAME);
  const fill = (written: string) => fillIn(written.replaceAll(RESERVED, ""), values);
  const draw = listedDraw(pen, lottery, now);
  const dates = drawDates(lottery);
  const picture = draw.picture && { picture: draw.picture, alt: draw.label };
  const draws = activeLotteries.map((each) => listedDraw(pen, each, now));
  const blockOf = (part: ContentPart): Block | undefined => {
    if ("text" in part) return { kind: part.kind === "heading" ? "heading" : "text", text: fill(part.text) };
    return part.kind === "draws" ? { kind: "draws", draws } : picture && { kind: "picture", ...picture };
  };
  const parts = partsOf(content);
  const isPictured = parts[0]?.kind === "picture";
  const isWeekly = template === "weekly-update";
  const all = linkTo(pen, "/prize", t("campaign.seeAll"));
  const code = promotion ? `?code=${encodeURIComponent(promotion.code)}` : "";
  return {
    subject: fill(subject),
    picture: isPictured ? picture : undefined,
    blocks: [
      ...(isPictured ? parts.slice(1) : parts).map(blockOf),
      promotion && {
        kind: "offer",
        label: t("campaign.code"),
        code: promotion.code,
        off: t("campaign.off", { percent: promotion.percentOff }),
        until: t("campaign.until", { day: values.promoExpiry }),
      },
      isWeekly ? action(all, draw) : action({ label: t("campaign.enter"), href: draw.href + code }, all),
      !isWeekly &&
        receipt(
          { label: t("campaign.value"), value: values.prizeValue },
          { label: t("campaign.price"), value: priceOrFree(pen, lottery) },
          {
            label: t("campaign.closes"),
            value: t("next.closesAt", {
              date: formatDate(dates.closesOn, pen.locale),
              time: formatTime(dates.closesTime, pen.locale),
            }),
          },
          dates.lastPostOn ? { label: t("campaign.lastPost"), value: formatDate(dates.lastPostOn, pen.locale) } : undefined,
          { label: t("campaign.drawnFrom"), value: formatDate(dates.drawnFrom, pen.locale) },
        ),
      { kind: "space" },
      promotion && fine(t("campaign.offerRule")),
      fine(t("campaign.fair")),
      pen.locale !== english.locale && fixedLine(pen),
      { ...fixedLine(english), isLast: true },
    ],
    why: t("campaign.why"),
    leave: { label: t("campaign.leave"), href: LEAVE },
  };
}

/** A draw in a list. */
function listedDraw(pen: Pen, lottery: Lottery, now: Date): ListedDraw {
  const { t } = pen;
  const link = linkTo(pen, `/lottery/${lottery.id}`, nameOf(pen, lottery));
  const values = {
    name: link.label,
    value: formatMoney(lottery.priceValue, pen.locale, "whole"),
    price: priceOrFree(pen, lottery),
    timeLeft: timeLeft(lottery.closesAt, now, campaignLocale()),
  };
  return {
    ...link,
    picture: lottery.images[0]?.picture,
    facts: t("campaign.drawFacts", values),
    ends: t("campaign.endsIn", values),
    line: t("campaign.drawLine", values),
  };
}

/**
 * The price of a ticket and, if the draw takes them, that free entries are possible. `as`: alone, or within
 * a sentence.
 */
function priceOrFree(
  { t, locale }: Pen,
  { pricePerTicket, takesFreeEntries }: Lottery,
  as: "campaign.orFree" | "campaign.orFreeWithin" = "campaign.orFree",
): string {
  const price = formatMoney(pricePerTicket, locale);
  return takesFreeEntries ? t(as, { price }) : price;
}

function nameOf({ locale }: Pen, lottery: Lottery): string {
  return oneLine(inLanguage(lottery.title, locale).replaceAll(RESERVED, ""));
}

/** Joins names: « A, B et C ». */
function listOf({ locale }: Pen, names: readonly string[]): string {
  return new Intl.ListFormat(localeTag(locale), { type: "conjunction" }).format(names);
}

/** Replaces the markers. A missing name takes its blank along. */
function forReader(text: string, name: string, unsubscribeUrl: string): string {
  return text
    .replaceAll(name === "" ? ` ${NAME}` : NAME, () => name)
    .replaceAll(NAME, "")
    .replaceAll(LEAVE, () => unsubscribeUrl);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
