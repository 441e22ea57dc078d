/** What the shop has come to so far: counted in its books, but for the last figure, which is the protocol's. */
import { useTranslation } from "react-i18next";
import type { Pence } from "#shared/money.ts";
import { useFormat } from "#ui/i18n/messages.ts";

/** The randomness of a beacon round, from which each draw's seed is derived. Source: docs/draw-protocol.md. */
const RANDOM_BITS = 256;

export function AboutFigures({ figures }: { figures: { won: number; prizes: Pence; tickets: number } }) {
  const { t } = useTranslation("about");
  const { number, money } = useFormat();
  const shown = [
    { id: "won", value: number(figures.won) },
    { id: "prizes", value: money(figures.prizes, "whole") },
    { id: "tickets", value: number(figures.tickets) },
    { id: "bits", value: number(RANDOM_BITS) },
  ] as const;
  return (
    <>
      <p className="mt-4 text-muted">{t("figures.text")}</p>
      <dl className="mt-6 grid grid-cols-1 border-t border-line sm:grid-cols-2">
        {shown.map(({ id, value }) => (
          <div key={id} className="flex flex-col-reverse justify-end gap-1 border-b border-line py-6 pe-6">
            <dt className="type-small">{t(`figures.${id}`, { count: id === "won" ? figures.won : 2 })}</dt>
            <dd className="type-h2">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
