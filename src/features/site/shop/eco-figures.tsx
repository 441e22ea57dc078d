/** What the shop does without: figures that are counted or held by a test, and nothing that is guessed. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { HOME_SCRIPTS_LIMIT } from "../rules/page-weight.ts";

export function EcoFigures({ ticketsIssued }: { ticketsIssued: number }) {
  const { t } = useTranslation("home");
  const { number } = useFormat();
  const figures = [
    { id: "issued", figure: number(ticketsIssued), text: t("eco.issued", { count: ticketsIssued }) },
    { id: "printed", figure: number(0), text: t("eco.printed") },
    { id: "weight", figure: t("eco.weight", { kilobytes: number(HOME_SCRIPTS_LIMIT / 1000) }), text: t("eco.weightText") },
  ];
  return (
    <section className="wrap home-section" aria-labelledby="eco-title">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-2 lg:items-end">
        <h2 id="eco-title" className="type-h2 max-w-[16ch]">
          {t("eco.title")}
        </h2>
        <p className="type-lead">{t("eco.text")}</p>
      </div>
      <ul className="mt-10 grid gap-x-12 gap-y-9 sm:grid-cols-3">
        {figures.map(({ id, figure, text }) => (
          <li key={id} className="border-t border-line pt-6">
            <p className="home-figure">{figure}</p>
            <p className="mt-3 max-w-[30ch] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
