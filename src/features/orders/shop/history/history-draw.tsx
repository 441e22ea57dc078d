/** A draw in a player's history: the tickets, what was paid, and the result. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "#ui/badge.tsx";
import { useDrawDates } from "#ui/draws/draw-dates-line.tsx";
import { OddsLine } from "#ui/draws/odds-line.tsx";
import { TicketNumbers } from "#ui/draws/ticket-numbers.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowRight } from "#ui/icons.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { EnteredDraw } from "../../rules/purchase-history.ts";
import { HistoryOrders } from "./history-orders.tsx";

type Winner = { readonly ticketNumber: number; readonly name: string | undefined };
/** The result of a draw. `name`: undefined if the winner's account is erased. `prizes`: the further ones. */
export type Outcome = Winner & {
  readonly drawnAt: Date;
  readonly prizes: readonly (Winner & { readonly place: number })[];
};

/** `hasProof`: the draw's proof is public; `isOwn`: the player reads it, and not an administrator. */
type Props = { draw: EnteredDraw; hasProof: boolean; outcome: Outcome | undefined; isOwn: boolean; now: number };

/** How many tickets the player has, and the money paid, refunded or with the bank. */
function TicketsAndMoney({ draw }: { draw: EnteredDraw }) {
  const { t } = useTranslation("profile");
  const { money, number } = useFormat();
  const count = draw.numbers.length;
  const countOf = (tickets: number) => ({ count: tickets, n: number(tickets) });
  const paidText = () => {
    if (draw.refunded + draw.returning + draw.withBank > 0) return t("tickets.paid", { amount: money(draw.paid) });
    if (draw.spent > 0 || draw.free < count) return t("tickets.spent", { amount: money(draw.spent) });
    return t("tickets.free");
  };
  if (draw.purchases === 0) return <p className="type-h3">{t("states.waiting")}</p>;
  return (
    <>
      <p className="type-h3">{count > 0 ? t("tickets.count", countOf(count)) : t("tickets.bought", countOf(draw.bought))}</p>
      <p className="type-small">{paidText()}</p>
      {draw.refunded > 0 && <p className="type-small">{t("tickets.refunded", { amount: money(draw.refunded) })}</p>}
      {draw.withBank > 0 && <p className="type-small">{t("tickets.takenBack", { amount: money(draw.withBank) })}</p>}
      {draw.returning > 0 && <p className="type-small">{t("tickets.returning", { amount: money(draw.returning) })}</p>}
    </>
  );
}

/** The text of each phase before the draw. */
const PHASES = { on_sale: "onSale", sold_out: "soldOut", upcoming: "upcoming", closed: "waiting", draft: "onSale" } as const;

/** What the draw's state means for the player. */
function OwnResult({ draw, outcome, isOwn, now }: Omit<Props, "hasProof">) {
  const { t } = useTranslation("profile");
  const { date } = useFormat();
  const dates = useDrawDates(now)(draw.dates);
  const mono = { number: (inner: ReactNode) => <span className="type-mono text-ink">{inner}</span> };
  if (draw.phase === "cancelled") return <>{t("tickets.cancelledText")}</>;
  if (outcome) {
    const printed = (ticket: number) => draw.prefix + String(ticket).padStart(6, "0");
    const number = printed(outcome.ticketNumber);
    const further = outcome.prizes.filter(({ ticketNumber }) => draw.numbers.includes(ticketNumber));
    const won = [
      ...(draw.numbers.includes(outcome.ticketNumber) ? [t(isOwn ? "tickets.won" : "tickets.wonByThem", { number })] : []),
      ...further.map(({ place, ticketNumber }) =>
        t(isOwn ? "tickets.wonPrize" : "tickets.prizeWonByThem", {
          prize: draw.furtherTitles[place - 2] ?? draw.title,
          number: printed(ticketNumber),
        }),
      ),
    ];
    if (won.length > 0) {
      return won.map((text) => (
        <span key={text} className="block text-champagne">
          <RichText text={text} parts={mono} />
        </span>
      ));
    }
    const text = t("tickets.drawn", { date: date(outcome.drawnAt), number, name: outcome.name ?? t("tickets.unnamed") });
    return <RichText text={text} parts={mono} />;
  }
  return <>{t(`tickets.${draw.phase === "completed" ? "closed" : PHASES[draw.phase]}`, { dates })}</>;
}

/** When the player bought or entered. */
function BoughtOn({ draw }: { draw: EnteredDraw }) {
  const { t } = useTranslation("profile");
  const { date } = useFormat();
  if (!draw.firstAt || !draw.lastAt) return null;
  const [first, last] = [date(draw.firstAt, "short"), date(draw.lastAt, "short")];
  const isFree = draw.orders.every((order) => order.kind === "free");
  return (
    <p className="type-small">
      {first === last
        ? t(isFree ? "tickets.entered" : "tickets.once", { date: first })
        : t("tickets.firstAndLast", { first, last })}
    </p>
  );
}

/** A link to the proof; before there is one, to the draw. */
function DrawLink({ draw, hasProof, isOwn }: Omit<Props, "outcome" | "now">) {
  const { t } = useTranslation("profile");
  const arrow = <ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />;
  if (hasProof) {
    return (
      <TextLink to={`/draws/${draw.id}`} iconAfter={arrow}>
        {t("tickets.proof")}
      </TextLink>
    );
  }
  return (
    <TextLink to={`/lottery/${draw.id}`} iconAfter={arrow}>
      {t(isOwn && draw.phase === "on_sale" ? "tickets.add" : "tickets.see")}
    </TextLink>
  );
}

/** `prefix`, such as "CONC-0042-", completes each number. */
function HistoryNumbers({ title, prefix, numbers }: { title: string; prefix: string; numbers: readonly number[] }) {
  const { t } = useTranslation("profile");
  const { number } = useFormat();
  return (
    <TicketNumbers
      label={t("tickets.numbers", { title })}
      intro={t("tickets.numberOf", { prefix })}
      numbers={numbers.map((each) => String(each).padStart(6, "0"))}
      more={(hidden) => t("tickets.more", { count: hidden, n: number(hidden) })}
    />
  );
}

/** `outcome`: undefined before the winner is drawn. */
export function HistoryDraw({ draw, hasProof, outcome, isOwn, now }: Props) {
  const { t } = useTranslation("profile");
  const { number } = useFormat();
  const count = draw.numbers.length;
  // Disputed tickets take no part, unless the list is already frozen.
  const playing = draw.isFrozen ? count : count - draw.suspended;
  const isOver = draw.status !== "active";
  const title = `draw-${draw.id}`;
  return (
    <article className="stack" data-over={isOver || undefined} aria-labelledby={title}>
      <div className="stack-card">
        <div className="stack-picture">
          <Picture
            picture={draw.picture}
            alt=""
            sizes="(min-width: 1024px) 300px, 100vw"
            className="absolute inset-0"
            imgClassName="object-cover object-[64%_62%]"
          />
        </div>
        <div className="stack-facts">
          <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 sm:flex-nowrap">
            <div className="grid min-w-0 justify-items-start gap-1.5">
              <Badge tone={draw.status}>{t(`tickets.${draw.status}`)}</Badge>
              <h3 id={title} className="mt-1.5 text-[1.5rem] leading-tight font-[560] font-stretch-[114%] tracking-[-0.025em]">
                {draw.title}
              </h3>
              <p className="type-small">
                <OwnResult draw={draw} outcome={outcome} isOwn={isOwn} now={now} />
              </p>
              {isOwn && draw.hasCash && outcome && draw.numbers.includes(outcome.ticketNumber) && (
                <TextLink to={`/won/${draw.id}`}>{t("tickets.choose")}</TextLink>
              )}
            </div>
            <div className="sm:shrink-0 sm:text-end">
              <TicketsAndMoney draw={draw} />
              {draw.free > 0 && draw.free < count && (
                <p className="type-small">{t("tickets.freeEntries", { count: draw.free, n: number(draw.free) })}</p>
              )}
            </div>
          </div>
          {count > 0 && <HistoryNumbers title={draw.title} prefix={draw.prefix} numbers={draw.numbers} />}
          {draw.suspended > 0 && (
            <p className="type-small text-danger-text">
              {t("tickets.suspended", { count: draw.suspended, n: number(draw.suspended) })}
            </p>
          )}
          {draw.gone > 0 && <p className="type-small">{t("tickets.gone", { count: draw.gone, n: number(draw.gone) })}</p>}
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
            <div className="grid gap-1">
              {draw.status === "active" && playing > 0 && <OddsLine tickets={playing} among={draw.among} />}
              <BoughtOn draw={draw} />
            </div>
            <DrawLink draw={draw} hasProof={hasProof} isOwn={isOwn} />
          </div>
          <HistoryOrders orders={draw.orders} purchases={draw.purchases} hasReceipts={isOwn} />
        </div>
      </div>
    </article>
  );
}
