/** The panel of a draw on sale: packs, quantity, promotion code, price, and the button to the question. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { freeEntryPath } from "#shared/free-entry-path.ts";
import type { OwnTickets } from "#shared/me.ts";
import { Button } from "#ui/button.tsx";
import { OddsLine } from "#ui/draws/odds-line.tsx";
import { PurchaseSteps } from "#ui/draws/purchase-steps.tsx";
import { TicketPacks } from "#ui/draws/ticket-packs.tsx";
import { QuantityStepper } from "#ui/fields/quantity-stepper.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowRight } from "#ui/icons.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { StickyBar } from "#ui/sticky-bar.tsx";
import type { LotteryView } from "../../rules/lottery-view.ts";
import { newcomerLimit } from "../../rules/purchase/newcomer-limit.ts";
import { nextPack, priceEach, quote } from "../../rules/purchase/pricing.ts";
import type { CheckedCode } from "../../rules/purchase/promotion.ts";
import { FORMER_QUANTITY } from "../../rules/purchase/quantity.ts";
import { TrustLines } from "../lottery-facts.tsx";
import { CodeForm, CodePart, validCode, OrderPrice } from "./order-price.tsx";
import { ClosesIn, FreeEntryLink, PanelHead, QueueLine } from "./panel-head.tsx";
import { useChoice } from "./use-choice.ts";

type Props = {
  lottery: LotteryView;
  own: OwnTickets;
  /** From the address, else 1. */
  initialQuantity: number;
  /** From the address. */
  checkedCode: CheckedCode | undefined;
  /** The shop's clock in ms. */
  now: number;
  /** Whether the panel says how many tickets other buyers have reserved. */
  showsHeld: boolean;
  /** Sales ended while the page is open. */
  onClosed: () => void;
};

/** The id of the form, to which the button in the bar at the bottom belongs, too. */
const FORM = "buy";

/** Below this number, the panel says how many tickets are left. */
const FEW_LEFT = 50;

/** A pack is suggested to a buyer who is at most this many tickets short of it. */
const NEAR_A_PACK = 3;

type PacksProps = {
  lottery: LotteryView;
  leftForVisitor: number;
  quantity: number;
  choose: (quantity: number) => void;
};

/** The packs, except those above the limit for one person. */
function Packs({ lottery, leftForVisitor, quantity, choose }: PacksProps) {
  const { t } = useTranslation("lottery");
  const { money, percent, number } = useFormat();
  const offered = lottery.packs.filter((pack) => lottery.maxPerPerson === undefined || pack.quantity <= leftForVisitor);
  if (offered.length === 0) return null;
  const eachText = (bought: number) => {
    const { each, isExact } = priceEach(lottery, bought);
    return t(isExact ? "packs.each" : "packs.aboutEach", { price: money(each) });
  };
  const packs = offered.map(({ name, quantity, percentOff }) => ({
    id: name,
    tier: name,
    name: t(`packs.${name}`),
    quantity,
    quantityLabel: t("packs.tickets", { n: number(quantity) }),
    saving: `−${percent(percentOff / 100, 0)}`,
    each: eachText(quantity),
    unavailable: quantity > lottery.left ? t("packs.tooFew", { count: lottery.left, n: number(lottery.left) }) : undefined,
  }));
  const quantityOf = (id: string) => lottery.packs.find((pack) => pack.name === id)?.quantity ?? 1;
  return (
    <TicketPacks
      label={t("packs.label")}
      name="pack"
      packs={packs}
      selected={lottery.packs.find((pack) => pack.quantity === quantity)?.name}
      onSelect={(id) => choose(quantityOf(id))}
    />
  );
}

/**
 * The odds, the limits, and the saving of the next pack. The page is cached, so all visitors see newcomers'
 * limit.
 */
function Hint({ lottery, most, own, quantity }: { lottery: LotteryView; most: number; own: OwnTickets; quantity: number }) {
  const { t } = useTranslation("lottery");
  const { percent, number } = useFormat();
  const next = nextPack(lottery, quantity);
  const newcomerMost = newcomerLimit({ available: lottery.total, unsold: lottery.total - lottery.sold, packs: lottery.packs });
  return (
    <>
      <OddsLine tickets={quantity + own.entries} owned={own.entries} among={lottery.among} />
      {most < FEW_LEFT && most === lottery.left && (
        <p className="type-small mt-0.5">{t("panel.left", { count: most, n: number(most) })}</p>
      )}
      {lottery.maxPerPerson !== undefined && (
        <p className="type-small mt-0.5">
          {own.bought > 0
            ? t("panel.perPersonOwn", { n: number(lottery.maxPerPerson), bought: number(own.bought) })
            : t("panel.perPerson", { n: number(lottery.maxPerPerson) })}
        </p>
      )}
      {own.bought === 0 && quantity > newcomerMost && (
        <p className="type-small mt-0.5">{t("panel.newcomer", { n: number(newcomerMost) })}</p>
      )}
      {next && next.missing <= NEAR_A_PACK && next.pack.quantity <= most && (
        <p className="type-small mt-0.5 text-champagne">
          {t("panel.nextPack", { n: number(next.missing), percent: percent(next.pack.percentOff / 100, 0) })}
        </p>
      )}
    </>
  );
}

/** `own`: the visitor's tickets in this draw. */
export function BuyPanel({ lottery, own, initialQuantity, checkedCode, now, showsHeld, onClosed }: Props) {
  const { t } = useTranslation("lottery");
  const { money, number } = useFormat();
  const foot = useRef<HTMLDivElement>(null);
  const leaving = useNavigation().state !== "idle";
  const { maxPerPerson } = lottery;
  const { bought } = own;
  const leftForVisitor = maxPerPerson === undefined ? lottery.left : Math.max(0, maxPerPerson - bought);
  const most = Math.min(lottery.left, leftForVisitor);
  const unavailable =
    leftForVisitor < lottery.left ? t("panel.personLimit", { n: number(maxPerPerson ?? 0) }) : t("panel.unavailable");
  const { quantity, isTooMany, choose, submit } = useChoice({
    lottery,
    most,
    unavailable,
    initialQuantity,
    code: validCode(checkedCode)?.code,
  });
  const code = validCode(checkedCode);
  const page = `/lottery/${lottery.id}`;
  const price = quote(lottery, quantity, code?.percentOff);
  const continueButton = { type: "submit", form: FORM, busy: leaving, busyLabel: t("panel.busy") } as const;
  const arrow = <ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />;

  return (
    <>
      <Panel as="aside" label={t("panel.label")} className="buy-panel lg:sticky lg:top-6">
        <PanelPart>
          <Form id={FORM} action={`/quiz/${lottery.id}`} onSubmit={submit} className="buy-form" noValidate>
            <PanelHead
              title={t("panel.title")}
              sold={lottery.sold}
              held={lottery.held}
              showsHeld={showsHeld}
              total={lottery.total}
              end={<ClosesIn closesAt={lottery.closesAt} now={now} onEnd={onClosed} />}
            />
            <Packs lottery={lottery} leftForVisitor={leftForVisitor} quantity={quantity} choose={choose} />
            <input type="hidden" name={FORMER_QUANTITY} defaultValue={initialQuantity} />
            <QuantityStepper
              label={t("panel.quantity")}
              name="quantity"
              value={quantity}
              onChange={choose}
              max={most}
              fewerLabel={t("panel.fewer")}
              moreLabel={t("panel.more")}
              error={isTooMany ? unavailable : undefined}
              hint={
                isTooMany ? (
                  t(leftForVisitor < lottery.left ? "panel.leftForYou" : "panel.left", { count: most, n: number(most) })
                ) : (
                  <Hint lottery={lottery} most={most} own={own} quantity={quantity} />
                )
              }
            />
            {code && <input type="hidden" name="code" value={code.code} />}
            {price.ok && <CodePart checkedCode={checkedCode} page={page} quantity={quantity} quote={price.value} />}
            <div ref={foot} className="buy-foot">
              {price.ok && !isTooMany && (
                <OrderPrice unit={lottery.pricePerTicket} quantity={quantity} quote={price.value} code={code?.code} />
              )}
              <Button {...continueButton} full iconAfter={arrow}>
                {t("panel.continue")}
              </Button>
            </div>
            <div className="grid gap-3">
              <QueueLine lottery={lottery} hasLink={false} />
              <p className="type-small text-center signed-out-only">{t("panel.signIn")}</p>
              {lottery.cardsUntil && <FreeEntryLink drawId={lottery.id} />}
            </div>
            <PurchaseSteps current="tickets" />
          </Form>
          <CodeForm page={page} quantity={quantity} />
        </PanelPart>
        <PanelPart>
          <TrustLines />
        </PanelPart>
      </Panel>
      {price.ok && !isTooMany && (
        <StickyBar
          title={t("panel.tickets", { count: quantity, n: number(quantity) })}
          amount={money(price.value.total)}
          orFree={lottery.cardsUntil ? { to: freeEntryPath(lottery.id), text: t("facts.free") } : undefined}
          hideWhile={foot}
        >
          <Button {...continueButton} full iconAfter={arrow}>
            {t("panel.continueShort")}
          </Button>
        </StickyBar>
      )}
    </>
  );
}
