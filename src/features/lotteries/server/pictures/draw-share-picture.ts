/** The pictures that links to a draw or to the shop show in social networks and messengers. */
import type { Ctx } from "#platform/ctx.server.ts";
import { drawDatesText } from "#shared/dates/draw-dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { formatMoney } from "#shared/money/money.ts";
import { drawDates } from "../../rules/dates/draw-dates.ts";
import { overState, salePhase } from "../../rules/lifecycle.ts";
import { inLanguage, type Lottery } from "../../rules/lottery.ts";
import { findPublicLottery } from "../find-lottery.ts";
import { listLotteries } from "../list-lotteries.ts";

/** Wide enough for a card of 1200 pixels. */
const CARD_WIDTH = 1200;

/** The picture's file, or `busy`: too many are being drawn. */
export type SharePicture = Buffer | "busy";

type Card = { readonly title: string; readonly lines: readonly string[]; readonly lottery: Lottery | undefined };

async function draw(ctx: Ctx, { title, lines, lottery }: Card): Promise<SharePicture> {
  const stored = lottery?.images[0]?.picture;
  const width = stored?.widths.toSorted((a, b) => a - b).find((each) => each >= CARD_WIDTH) ?? stored?.width;
  const file = stored && `${stored.url.split("/").at(-1)}-${width}.jpg`;
  const { name: shop, colours } = ctx.brand.current;
  const drawn = await ctx.sharePictures.draw(JSON.stringify([ctx.brand.version, title, lines, file]), async () => ({
    shop,
    colours,
    title,
    lines,
    picture: file === undefined ? undefined : (await ctx.media.open(file))?.body,
  }));
  return drawn ?? "busy";
}

/** The picture of a public draw; undefined for an unknown one or a draft. */
export async function drawSharePicture(ctx: Ctx, id: string | undefined, locale: Locale): Promise<SharePicture | undefined> {
  const lottery = await findPublicLottery(ctx, id);
  if (!lottery) return undefined;
  const t = ctx.messages[locale].getFixedT(null, "lottery");
  const title = inLanguage(lottery.title, locale);
  const endState = overState(salePhase(lottery, ctx.now()));
  const offer = t(lottery.takesFreeEntries ? "share.valueFree" : "share.value", {
    value: formatMoney(lottery.priceValue, locale, "whole"),
    price: formatMoney(lottery.pricePerTicket, locale),
  });
  const datesText = () =>
    drawDatesText(ctx.messages[locale].getFixedT(null, "common"), drawDates(lottery), {
      locale,
      now: ctx.now().getTime(),
      hasYears: true,
    });
  const isFinal = endState === "cancelled" || endState === "completed";
  const lines = [endState ? t(`state.${endState}.title`) : offer, ...(isFinal ? [] : [datesText()])];
  return draw(ctx, { title, lines, lottery });
}

/** The picture of all other pages, with the newest draw on sale. */
export async function drawShopPicture(ctx: Ctx, locale: Locale): Promise<SharePicture> {
  const t = ctx.messages[locale].getFixedT(null, "lottery");
  const [newest] = await listLotteries(ctx, "active", 1);
  return draw(ctx, { title: t("share.shop"), lines: [t("share.promise")], lottery: newest });
}
