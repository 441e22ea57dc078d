/** The result page after a purchase: the tickets, the order, and what happens next. */
import { useTranslation } from "react-i18next";
import { HELPLINE } from "#features/accounts/rules/person/help-organisations.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { formatTime } from "#shared/dates/draw-dates.ts";
import { pence } from "#shared/money/money.ts";
import { LinkButton } from "#ui/button.tsx";
import { useDrawDates } from "#ui/draws/draw-dates-line.tsx";
import { OddsLine } from "#ui/draws/odds-line.tsx";
import { PurchaseSteps } from "#ui/draws/purchase-steps.tsx";
import { LimitQuestion } from "#ui/fields/limit-question.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { Timeline } from "#ui/lists/timeline.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { CalendarLink } from "#ui/time/calendar-link.tsx";
import type { BoughtView } from "../rules/checkout/purchase-view.ts";
import { BoughtTickets } from "./history/bought-tickets.tsx";

/** Thanks the buyer, with links to the receipt, the profile and all draws. */
function Greeting({ bought }: { bought: BoughtView }) {
  const { t } = useTranslation("success");
  const { number } = useFormat();
  const { firstName, draw, numbers, now } = bought;
  const lead = t("lead", {
    count: numbers.length,
    n: number(numbers.length),
    title: draw.title,
    dates: useDrawDates(now)(draw.dates),
  });
  return (
    <div className="success-hero under-header">
      <div className="success-picture">
        <Picture
          picture={draw.picture}
          alt={draw.title}
          sizes="(min-width: 1024px) 84vw, 100vw"
          priority
          imgClassName="object-cover object-[70%_60%]"
        />
      </div>
      <div className="wrap">
        <div className="success-body">
          <PurchaseSteps current="done" className="max-w-[26.25rem]" />
          <h1 className="type-greeting mt-7">{firstName ? t("greeting", { name: firstName }) : t("greetingNoName")}</h1>
          <p className="type-lead mt-5 max-w-[40ch]">
            <RichText text={lead} parts={{ date: (inner) => <span className="font-[560] text-ink">{inner}</span> }} />
          </p>
          <p className="mt-7 flex flex-wrap gap-3">
            <LinkButton to={`/profile/receipts/${bought.order.id}`} variant="outline">
              {t("receipt")}
            </LinkButton>
            <LinkButton to="/profile" variant="outline">
              {t("profile")}
            </LinkButton>
            <LinkButton to="/prize" variant="outline">
              {t("home")}
            </LinkButton>
          </p>
        </div>
      </div>
    </div>
  );
}

/** The number, price and receipt of the order. */
function OrderSummary({ bought }: { bought: BoughtView }) {
  const { t } = useTranslation("success");
  const { money, number, percent, date } = useFormat();
  const { quantity, unitPrice, discount, total, pack, code, boughtAt } = bought.order;
  const at = new Date(boughtAt);
  const line = t("order.line", { count: quantity, n: number(quantity), price: money(unitPrice) });
  const savingText = () => {
    if (pack) return t("order.pack", { pack: t(`packs.${pack.name}`), percent: percent(pack.percentOff / 100, 0) });
    if (code) return t("order.code", { code: code.code, percent: percent(code.percentOff / 100, 0) });
    return t("order.discount");
  };
  return (
    <section aria-labelledby="order">
      <h2 id="order" className="type-h3 mb-4.5">
        {t("order.title")}
      </h2>
      <DefinitionList
        rows={[
          {
            id: "number",
            term: t("order.number"),
            value: (
              <span translate="no" className="type-mono">
                {bought.order.number}
              </span>
            ),
          },
          {
            id: "tickets",
            term: line,
            value: money(pence(total + discount)),
          },
          ...(discount > 0
            ? [{ id: "saving", term: savingText(), value: money(pence(-discount)).replace("-", "−"), saving: true }]
            : []),
          { id: "total", term: t(total > 0 ? "order.paid" : "order.free"), value: money(total), strong: true },
        ]}
      />
      <p className="type-small mt-3.5 break-words">
        {t("order.receipt", { date: date(at), time: date(at, "time"), email: bought.email })}
      </p>
    </section>
  );
}

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

/** The steps from the purchase to the winner, with no time of the draw before its commitment. */
function WhatHappensNext({ bought }: { bought: BoughtView }) {
  const { t } = useTranslation("success");
  const { date } = useFormat();
  const { draw, order, now, numbers, suspended, entries } = bought;
  /** The buyer's entries from other orders. */
  const owned = Math.max(0, entries - (numbers.length - suspended.length));
  const locale = useLocale();
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
            title: t("next.closes", { date: date(draw.dates.closesOn), time: formatTime(draw.dates.closesTime, locale) }),
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
          ...(draw.dates.lastPostOn === undefined
            ? []
            : [
                {
                  id: "post",
                  title: t("next.post", { date: date(draw.dates.lastPostOn) }),
                  text: t("next.postText"),
                  done: londonDate(new Date(now)) >= draw.dates.drawnFrom,
                },
              ]),
          {
            id: "sealed",
            title: t("next.sealed", { date: date(draw.dates.drawnFrom) }),
            text: t("next.sealedText"),
            done: draw.status === "completed",
          },
          { id: "drawn", title: t("next.drawn"), text: <DrawnText drawId={draw.id} />, done: draw.status === "completed" },
        ]}
      />
    </section>
  );
}

/** The whole result page of a paid or free order. */
export function BoughtScreen({ bought }: { bought: BoughtView }) {
  return (
    <>
      <Greeting bought={bought} />
      <div className="wrap">
        <div className="success-columns">
          <div className="min-w-0">
            <BoughtTickets bought={bought} />
            {bought.asksForLimit && <LimitQuestion phone={HELPLINE} moment="bought" className="mt-10" />}
          </div>
          <Panel as="aside">
            <PanelPart className="grid gap-6">
              <OrderSummary bought={bought} />
              <hr className="cut" />
              <WhatHappensNext bought={bought} />
            </PanelPart>
          </Panel>
        </div>
      </div>
    </>
  );
}
