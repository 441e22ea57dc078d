/** Draws that another platform held, marked as such. They have no check, because no proof exists. */
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { ImportedDrawView } from "#features/lotteries/rules/import/imported-view.ts";
import { readParameters } from "#shared/page-parameters.ts";
import { Badge } from "#ui/badge.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowLeft, ArrowRight } from "#ui/icons.ts";
import { DefinitionList, type DefinitionRow } from "#ui/lists/definition-list.tsx";
import { withParameters } from "#ui/lists/list-address.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { OutsideLink } from "#ui/text/outside-link.tsx";
import { TextLink } from "#ui/text/text-link.tsx";

type Props = {
  draws: readonly ImportedDrawView[];
  page: number;
  hasMore: boolean;
  /** The shop has no draws of its own, so that no divider is needed. */
  isAlone: boolean;
};

/** The facts of an imported draw. */
function useRows(draw: ImportedDrawView): DefinitionRow[] {
  const { t } = useTranslation("pastdraws");
  const { money, number, date } = useFormat();
  const day = (on: string) => <time dateTime={on}>{date(on)}</time>;
  const row = (id: string, term: string, value: DefinitionRow["value"]) => ({ id, term, value });
  return [
    { ...row("winner", t("winner"), draw.winnerName ?? t("player")), strong: true },
    row(
      "ticket",
      t("imported.winningTicket"),
      <span translate="no" className="type-mono">
        {draw.winningTicket}
      </span>,
    ),
    row("drawnOn", t("drawnOn"), day(draw.drawnOn)),
    row("closedOn", t("imported.closedOn"), day(draw.closedOn)),
    row("tickets", t("imported.tickets"), number(draw.tickets)),
    ...(draw.ticketPrice === undefined ? [] : [row("price", t("imported.ticketPrice"), money(draw.ticketPrice))]),
    ...(draw.prizeValue === undefined ? [] : [row("value", t("value"), money(draw.prizeValue, "whole"))]),
  ];
}

function ImportedDraw({ draw }: { draw: ImportedDrawView }) {
  const { t } = useTranslation("pastdraws");
  const { platform, title, prize, evidenceUrl } = draw;
  return (
    <Panel as="div" className="flex flex-col">
      <PanelPart>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone="draft">{t("imported.badge")}</Badge>
          <span className="type-small wrap-anywhere">{t("imported.heldOn", { platform })}</span>
        </p>
        <h3 className="type-h3 mt-3.5 wrap-anywhere">{title}</h3>
        {prize !== "" && <p className="mt-2.5 max-w-[60ch] text-muted wrap-anywhere">{prize}</p>}
      </PanelPart>
      <PanelPart className="flex-1">
        <DefinitionList rows={useRows(draw)} />
        {evidenceUrl !== undefined && (
          <OutsideLink to={evidenceUrl} className="mt-4">
            {t("imported.evidence", { platform })}
            <span className="sr-only"> ({title})</span>
          </OutsideLink>
        )}
      </PanelPart>
    </Panel>
  );
}

/** Links to the pages with newer and older draws. */
function Pages({ page, hasMore }: { page: number; hasMore: boolean }) {
  const { t } = useTranslation("pastdraws");
  const { pathname, search } = useLocation();
  const to = (other: number) =>
    withParameters(readParameters(pathname, search), { page: other === 1 ? undefined : String(other) });
  const arrow = { size: 18, strokeWidth: 1.6, "aria-hidden": true } as const;
  if (page === 1 && !hasMore) return null;
  return (
    <nav aria-label={t("imported.title")} className="mt-8 flex flex-wrap gap-x-8 gap-y-3">
      {page > 1 && (
        <TextLink to={to(page - 1)} icon={<ArrowLeft {...arrow} />}>
          {t("imported.newer")}
        </TextLink>
      )}
      {hasMore && (
        <TextLink to={to(page + 1)} iconAfter={<ArrowRight {...arrow} />}>
          {t("imported.older")}
        </TextLink>
      )}
    </nav>
  );
}

export function ImportedDraws({ draws, page, hasMore, isAlone }: Props) {
  const { t } = useTranslation("pastdraws");
  return (
    <section
      aria-labelledby="imported"
      className={isAlone ? "mt-10 lg:mt-14" : "mt-16 border-t border-line pt-12 lg:mt-24 lg:pt-16"}
    >
      <h2 id="imported" className="type-h2">
        {t("imported.title")}
      </h2>
      {!isAlone && <p className="mt-3.5 max-w-[62ch] text-muted">{t("imported.text")}</p>}
      <ul className="mt-8 grid gap-6 lg:grid-cols-2">
        {draws.map((draw) => (
          <li key={draw.id} className="grid">
            <ImportedDraw draw={draw} />
          </li>
        ))}
      </ul>
      <Pages page={page} hasMore={hasMore} />
    </section>
  );
}
