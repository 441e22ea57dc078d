import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { ChevronDown } from "#ui/icons.ts";
import { Gallery } from "#ui/pictures/gallery.tsx";
import type { LotteryView } from "../rules/lottery-view.ts";
import type { ShownPrize } from "../rules/prize/further-prizes.ts";
import { CarTable } from "./car-table.tsx";

type Props = { lottery: Pick<LotteryView, "title" | "priceValue" | "furtherPrizes" | "onePrizeAPerson"> };

function Named({ title, value }: Pick<ShownPrize, "title" | "value">) {
  const { t } = useTranslation("lottery");
  const { money } = useFormat();
  return (
    <>
      <p className="font-[560] [overflow-wrap:anywhere]">{title}</p>
      <p className="type-small">{t("prizes.worth", { value: money(value, "whole") })}</p>
    </>
  );
}

function Pictures({ prize: { title, pictures } }: { prize: ShownPrize }) {
  const { t } = useTranslation("lottery");
  if (pictures.length === 0) return null;
  return (
    <div className="mt-3">
      <Gallery
        compact
        label={t("picturesOf", { title })}
        pictures={pictures.map((picture, index) => ({ picture, alt: t("picture", { title, position: index + 1 }) }))}
      />
    </div>
  );
}

function Car({ prize: { car } }: { prize: ShownPrize }) {
  const { t } = useTranslation("lottery");
  if (!car) return null;
  return (
    <details className="prize-car mt-2">
      <summary className="link min-h-11">
        {t("car.title")}
        <ChevronDown size={18} strokeWidth={1.6} aria-hidden="true" />
      </summary>
      <CarTable car={car} isTitled={false} />
    </details>
  );
}

/** All prizes in order; nothing for a draw with one prize. */
export function PrizeList({ lottery: { title, priceValue: value, furtherPrizes, onePrizeAPerson } }: Props) {
  const { t } = useTranslation("lottery");
  const { number } = useFormat();
  if (furtherPrizes.length === 0) return null;
  return (
    <section aria-labelledby="prizes" className="max-w-[36rem]">
      <h2 id="prizes" className="type-panel-title">
        {t("prizes.title")}
      </h2>
      <p className="type-small mt-2">{t(onePrizeAPerson ? "prizes.onePerPerson" : "prizes.each")}</p>
      <ol className="prize-list mt-4">
        <li>
          <p className="type-tiny">{t("prizes.first")}</p>
          <Named title={title} value={value} />
        </li>
        {furtherPrizes.map((prize) => (
          <li key={prize.place}>
            <p className="type-tiny">{t("prizes.place", { n: number(prize.place) })}</p>
            <Named title={prize.title} value={prize.value} />
            {prize.details && <p className="mt-1.5 text-[0.9375rem] whitespace-pre-line text-muted">{prize.details}</p>}
            <Pictures prize={prize} />
            <Car prize={prize} />
          </li>
        ))}
      </ol>
    </section>
  );
}
