/** The way from the purchase to the winner. Until the draw is committed to, no hour is promised. */
import { useTranslation } from "react-i18next";
import { londonDate } from "#shared/dates.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Timeline } from "#ui/lists/timeline.tsx";
import { OddsLine } from "#ui/odds-line.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { CalendarLink } from "#ui/time/calendar-link.tsx";
import type { BoughtView } from "../rules/purchase-view.ts";

export function WhatHappensNext({ bought }: { bought: BoughtView }) {
  const { t } = useTranslation("success");
  const { date } = useFormat();
  const { draw, order, now, numbers, suspended, entries } = bought;
  const owned = Math.max(0, entries - (numbers.length - suspended.length));
  const boughtOn = londonDate(new Date(order.boughtAt));
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="type-h3 mb-4.5">
        {t("next.title")}
      </h2>
      <Timeline
        items={[
          {
            id: "bought",
            title: boughtOn === londonDate(new Date(now)) ? t("next.today") : date(boughtOn),
            text: entries > 0 && <OddsLine tickets={entries} owned={owned} among={draw.among} className="" />,
            done: true,
          },
          {
            id: "closes",
            title: t("next.closes", { date: date(draw.endDate) }),
            text: (
              <>
                {t("next.closesText")}
                {!draw.isClosed && (
                  <p>
                    <CalendarLink href={`/lottery/${draw.id}/closing.ics`}>{t("next.calendar")}</CalendarLink>
                  </p>
                )}
              </>
            ),
            done: draw.isClosed,
          },
          { id: "sealed", title: t("next.sealed"), text: t("next.sealedText"), done: draw.status === "completed" },
          { id: "drawn", title: t("next.drawn"), text: <DrawnText drawId={draw.id} />, done: draw.status === "completed" },
        ]}
      />
    </section>
  );
}

/** The draw's public page shows it as it happens. */
function DrawnText({ drawId }: { drawId: string }) {
  const { t } = useTranslation("success");
  return (
    <>
      {t("next.drawnText")}
      <p>
        <TextLink to={`/draws/${drawId}`}>{t("next.record")}</TextLink>
      </p>
    </>
  );
}
