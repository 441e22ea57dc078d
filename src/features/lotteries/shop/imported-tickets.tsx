/** A player's tickets in draws of another platform, with the outcome as the operator reports it. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TicketNumbers } from "#ui/draws/ticket-numbers.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { OutsideLink } from "#ui/text/outside-link.tsx";
import type { ImportedDrawView } from "../rules/import/imported-view.ts";

/** A draw with the numbers of the player's tickets. */
type OwnDraw = ImportedDrawView & { readonly numbers: readonly number[] };

function Outcome({ draw: { winningTicket, winnerName, numbers }, isOwn }: { draw: OwnDraw; isOwn: boolean }) {
  const { t } = useTranslation("profile");
  const mono = {
    number: (inner: ReactNode) => (
      <span translate="no" className="type-mono text-ink">
        {inner}
      </span>
    ),
  };
  const number = String(winningTicket);
  if (numbers.includes(winningTicket)) {
    return (
      <span className="text-champagne">
        <RichText text={t(isOwn ? "tickets.imported.won" : "tickets.imported.wonByThem", { number })} parts={mono} />
      </span>
    );
  }
  return <RichText text={t("tickets.imported.drawn", { number, name: winnerName ?? t("tickets.unnamed") })} parts={mono} />;
}

function OwnTickets({ draw, isOwn }: { draw: OwnDraw; isOwn: boolean }) {
  const { t } = useTranslation("profile");
  const { date, number } = useFormat();
  const { platform, title, numbers, evidenceUrl } = draw;
  return (
    <Panel as="div">
      <PanelPart className="grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
          <div className="grid min-w-0 gap-1">
            <h3 className="text-[1.25rem] leading-tight font-[560] wrap-anywhere">{title}</h3>
            <p className="type-small wrap-anywhere">{t("tickets.imported.heldOn", { platform, date: date(draw.drawnOn) })}</p>
            <p className="type-small">
              <Outcome draw={draw} isOwn={isOwn} />
            </p>
          </div>
          <p className="type-h3">{t("tickets.count", { count: numbers.length, n: number(numbers.length) })}</p>
        </div>
        <TicketNumbers
          label={t("tickets.numbers", { title })}
          numbers={numbers.map(String)}
          more={(hidden) => t("tickets.more", { count: hidden, n: number(hidden) })}
        />
        {evidenceUrl !== undefined && (
          <p>
            <OutsideLink to={evidenceUrl}>
              {t("tickets.imported.evidence", { platform })}
              <span className="sr-only"> ({title})</span>
            </OutsideLink>
          </p>
        )}
      </PanelPart>
    </Panel>
  );
}

/** `isOwn`: the player looks at them; otherwise staff do. */
export function ImportedTickets({ draws, isOwn }: { draws: readonly OwnDraw[]; isOwn: boolean }) {
  const { t } = useTranslation("profile");
  if (draws.length === 0) return null;
  return (
    <section aria-labelledby="imported" className="mt-9 first:mt-0 lg:mt-12">
      <h2 id="imported" className="type-h3">
        {t("tickets.imported.title")}
      </h2>
      <p className="type-small mt-2 mb-5 max-w-[62ch]">{t("tickets.imported.text")}</p>
      <ul className="grid gap-5">
        {draws.map((draw) => (
          <li key={draw.id}>
            <OwnTickets draw={draw} isOwn={isOwn} />
          </li>
        ))}
      </ul>
    </section>
  );
}
