/** The tickets are there: good wishes, every number, the order, and what comes next. */
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { HELPLINE } from "#features/accounts/rules/help-organisations.ts";
import { LinkButton } from "#ui/button.tsx";
import { LimitQuestion } from "#ui/fields/limit-question.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { linkPart } from "#ui/link-part.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { PurchaseSteps } from "#ui/purchase-steps.tsx";
import type { BoughtView } from "../rules/purchase-view.ts";
import { BoughtTickets } from "./bought-tickets.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { WhatHappensNext } from "./what-happens-next.tsx";

export function BoughtScreen({ bought }: { bought: BoughtView }) {
  return (
    <>
      <Greeting bought={bought} />
      <div className="wrap">
        <div className="success-columns">
          <div className="min-w-0">
            <BoughtTickets bought={bought} />
            <PrivateTag orderId={bought.order.id} />
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

function Greeting({ bought }: { bought: BoughtView }) {
  const { t } = useTranslation("success");
  const { number, date } = useFormat();
  const { firstName, draw, numbers } = bought;
  const lead = t(draw.isClosed ? "leadAfter" : "lead", {
    count: Math.min(numbers.length, 2),
    n: number(numbers.length),
    title: draw.title,
    date: date(draw.endDate),
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
          <PurchaseSteps current="done" className="max-w-[420px]" />
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

function PrivateTag({ orderId }: { orderId: string }) {
  const { t } = useTranslation("success");
  return (
    <div className="mt-7 flex gap-4 border-t border-line pt-6">
      <KeyRound size={22} strokeWidth={1.6} className="mt-0.5 flex-none text-champagne" aria-hidden="true" />
      <p className="max-w-[58ch] text-[0.9375rem] text-muted">
        <RichText
          text={t("tag")}
          parts={{
            receipt: linkPart(`/profile/receipts/${orderId}`),
            b: (inner) => <strong className="font-[560] text-ink">{inner}</strong>,
          }}
        />
      </p>
    </div>
  );
}
