/** A player's tickets, open draws first, then past ones. */
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import type { PurchaseHistory } from "../../rules/purchase-history.ts";
import { HistoryDraw, type Outcome } from "./history-draw.tsx";

/** In place of an empty list. */
function EmptyHistory({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation("profile");
  return (
    <Panel>
      {isOwn ? (
        <EmptyState title={t("tickets.emptyTitle")} action={<LinkButton to="/prize">{t("tickets.emptyAction")}</LinkButton>}>
          {t("tickets.emptyText")}
        </EmptyState>
      ) : (
        <EmptyState title={t("tickets.emptyOther")} />
      )}
    </Panel>
  );
}

/** `outcomes`: results by id, for frozen draws. `isOwn`: the player's own list, with receipts and links. */
export function HistoryList({
  history,
  outcomes,
  isOwn,
  now,
}: {
  history: PurchaseHistory;
  outcomes: ReadonlyMap<string, Outcome | undefined>;
  isOwn: boolean;
  now: number;
}) {
  const { t } = useTranslation("profile");
  const sections = [
    { id: "live", draws: history.live },
    { id: "past", draws: history.past },
  ] as const;
  if (history.live.length + history.past.length === 0) return <EmptyHistory isOwn={isOwn} />;
  return (
    <>
      {sections.map(
        ({ id, draws }) =>
          draws.length > 0 && (
            <section key={id} aria-labelledby={id} className="mt-9 first:mt-0 lg:mt-12">
              <h2 id={id} className="type-h3 mb-5">
                {t(`tickets.${id}`)}
              </h2>
              <div className="grid gap-7">
                {draws.map((draw) => (
                  <HistoryDraw
                    key={draw.id}
                    draw={draw}
                    hasProof={outcomes.has(draw.id)}
                    outcome={outcomes.get(draw.id)}
                    isOwn={isOwn}
                    now={now}
                  />
                ))}
              </div>
            </section>
          ),
      )}
    </>
  );
}
