/** The panel of a draw whose tickets cannot be bought now: why not, and what can be done instead. */
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import { CancelledBecause } from "#ui/draws/cancelled-because.tsx";
import { DrawDatesLine } from "#ui/draws/draw-dates-line.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";
import type { SalePhase } from "../../rules/lifecycle.ts";
import type { LotteryView } from "../../rules/lottery-view.ts";
import { TrustLines } from "../lottery-facts.tsx";
import { ClosesIn, FreeEntryLink, PanelHead, QueueLine } from "./panel-head.tsx";

/** The texts of each phase. */
const STATES = {
  draft: "upcoming",
  upcoming: "upcoming",
  sold_out: "soldOut",
  closed: "closed",
  completed: "completed",
  cancelled: "cancelled",
} as const satisfies Record<Exclude<SalePhase, "on_sale">, string>;

type Props = {
  lottery: LotteryView;
  phase: keyof typeof STATES;
  showsHeld: boolean;
  now: number;
  onClosed: () => void;
  className?: string;
};

/** `now`: the shop's clock in ms; `onClosed`: sales ended while the page is open. */
export function NotOnSalePanel({ lottery, phase, showsHeld, now, onClosed, className = "" }: Props) {
  const { t } = useTranslation("lottery");
  const { money } = useFormat();
  const state = phase === "upcoming" && lottery.isShopShut ? "shopShut" : STATES[phase];
  const maySellLater = state === "upcoming" || state === "soldOut";
  const figures = {
    date: lottery.opens.long,
    price: money(lottery.pricePerTicket),
  };
  return (
    <Panel as="aside" label={t("panel.label")} className={className}>
      <PanelPart className="grid gap-6">
        {state === "cancelled" ? (
          <h2 className="type-panel-title">{t("state.cancelled.title")}</h2>
        ) : (
          <PanelHead
            title={t(`state.${state}.title`, figures)}
            sold={lottery.sold}
            held={lottery.held}
            showsHeld={showsHeld}
            total={lottery.total}
            end={state === "soldOut" ? <ClosesIn closesAt={lottery.closesAt} now={now} onEnd={onClosed} /> : undefined}
          />
        )}
        {state === "closed" && <DrawDatesLine dates={lottery.dates} now={now} className="" />}
        <p className="text-muted">{t(`state.${state}.text`, figures)}</p>
        <QueueLine lottery={lottery} hasLink />
        {lottery.cancellation && <CancelledBecause cancellation={lottery.cancellation} />}
        {maySellLater && lottery.cardsUntil && <FreeEntryLink drawId={lottery.id} />}
        {state === "closed" && (
          <LinkButton to={`/draws/${lottery.id}/live`} reloadDocument full>
            {t("watch")}
          </LinkButton>
        )}
        {state === "completed" && (
          <LinkButton to={`/draws/${lottery.id}`} full>
            {t("result")}
          </LinkButton>
        )}
        <LinkButton to="/prize" variant="outline" full>
          {t("home")}
        </LinkButton>
      </PanelPart>
      {maySellLater && (
        <PanelPart>
          <TrustLines />
        </PanelPart>
      )}
    </Panel>
  );
}
