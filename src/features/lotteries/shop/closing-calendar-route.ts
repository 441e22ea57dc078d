/** GET /lottery/{id}/closing.ics: the end of a draw's sales, for the visitor's calendar. */

import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { fileName } from "#shared/brand.ts";
import { formatDate } from "#shared/dates.ts";
import { closingCalendar } from "../rules/closing-calendar.ts";
import { inLanguage } from "../rules/lottery.ts";
import { findPublicLottery } from "../server/find-lottery.ts";
import type { Route } from "./+types/closing-calendar-route.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const lottery = await findPublicLottery(ctx, params.lotteryId);
  if (!lottery) return new Response(null, { status: 404 });
  const locale = localeOf(context);
  const t = ctx.messages[locale].getFixedT(null, "lottery");
  const title = inLanguage(lottery.title, locale);
  const file = closingCalendar({
    id: lottery.id,
    summary: t("calendar.summary", { title }),
    description: t("calendar.description", { date: formatDate(lottery.endDate, locale) }),
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
