/** GET /lottery/{id}/closing.ics: the three dates of a draw, for the visitor's calendar. */

import type { Call } from "#platform/request/api.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { fileName } from "#shared/brand/brand.ts";
import { drawDatesText } from "#shared/dates/draw-dates.ts";
import { closingCalendar } from "../rules/dates/closing-calendar.ts";
import { drawDates } from "../rules/dates/draw-dates.ts";
import { inLanguage } from "../rules/lottery.ts";
import { findPublicLottery } from "../server/find-lottery.ts";

/** 404 for an unknown draw or a draft. */
export async function get({ params, context }: Call<"lotteryId">) {
  const ctx = ctxOf(context);
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  if (!lottery) return new Response(null, { status: 404 });
  const locale = localeOf(context);
  const t = ctx.messages[locale].getFixedT(null, "lottery");
  const title = inLanguage(lottery.title, locale);
  const isCancelled = lottery.status === "cancelled";
  const file = closingCalendar({
    id: lottery.id,
    summary: t("calendar.summary", { title }),
    description: isCancelled
      ? t("state.cancelled.title")
      : drawDatesText(ctx.messages[locale].getFixedT(null, "common"), drawDates(lottery), {
          locale,
          now: ctx.now().getTime(),
          hasYears: true,
        }),
    isCancelled,
    closesAt: lottery.closesAt,
    shop: ctx.brand.current.name,
    origin: ctx.publicUrl,
    madeAt: ctx.now(),
  });
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName(ctx.brand.current.name)}-${lottery.shortNumber}.ics"`,
    },
  });
}
