/** Beside the form of a draw: its preview, and what it needs before it can go on sale. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Picture } from "#shared/brand/picture.ts";
import type { Locale } from "#shared/language/locale.ts";
import { ownLanguages } from "#shared/language/own-languages.ts";
import { goToField } from "#ui/fields/error-summary.tsx";
import { useLocale } from "#ui/i18n/messages.ts";
import { CircleAlert, CircleCheck } from "#ui/icons.ts";
import type { LotteryFields } from "../rules/fields/lottery-fields.ts";
import { previewOf } from "../rules/fields/lottery-preview.ts";
import { GAP_PLACES, publishableFields, publishGaps } from "../rules/fields/publishing.ts";
import { LotteryFacts } from "../shop/lottery-facts.tsx";
import { LotteryGallery } from "../shop/pictures/lottery-gallery.tsx";
import { PrizeList } from "../shop/prize-list.tsx";
import type { EditedLottery } from "./lottery-form-view.ts";

type Props = { lottery: EditedLottery; fields: LotteryFields; pictures: readonly Picture[]; now: number };

/** The gaps of a draft, as links to their fields. */
function Checklist({ lottery, fields, pictures, now }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const { takesFreeEntries } = lottery;
  const about = { pictures: pictures.length, takesFreeEntries };
  const gaps = publishGaps(publishableFields(fields, about), new Date(now));
  const Icon = gaps.length === 0 ? CircleCheck : CircleAlert;
  return (
    <section className="admin-card mt-4 px-[18px] py-4 text-sm" aria-labelledby="before">
      <h3 id="before" className="mb-2 font-[580]">
        {t("lotteries.before.title")}
      </h3>
      <p className="flex gap-2.5">
        <Icon
          size={18}
          strokeWidth={1.6}
          className={`mt-px flex-none ${gaps.length === 0 ? "text-success" : "text-warn"}`}
          aria-hidden="true"
        />
        {t(gaps.length === 0 ? "lotteries.before.ready" : "lotteries.before.todo")}
      </p>
      {gaps.length > 0 && (
        <ul className="mt-1 ms-7 grid">
          {gaps.map((gap) => (
            <li key={gap}>
              <a
                href={`#${GAP_PLACES[gap]}`}
                onClick={goToField}
                className="inline-flex min-h-7 items-center underline underline-offset-4"
              >
                {t(`lotteries.gap.${gap}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function FormPreview({ lottery, fields, pictures, now }: Props) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const own = useLocale();
  const [locale, setLocale] = useState<Locale>(own);
  const draw = previewOf({ fields, pictures, sold: lottery.sold, locale, now: new Date(now) });
  const chip = fields.status === "draft" ? t("admin:status.draft") : undefined;
  return (
    <aside className="lottery-form-aside" aria-label={t("lotteries.preview")}>
      <div className="mb-2.5 flex items-center justify-between gap-3">
        <h2 className="admin-h2">{t("lotteries.preview")}</h2>
        {ownLanguages().length > 1 && (
          <fieldset className="segments" aria-label={t("lotteries.previewLanguage")}>
            {ownLanguages().map((each) => (
              <button
                key={each}
                type="button"
                className="px-3 text-sm"
                lang={each}
                aria-pressed={each === locale}
                onClick={() => setLocale(each)}
              >
                {t(`lotteries.language.${each}`)}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <div className="shop-ground lottery-preview">
        <LotteryGallery key={pictures.map(({ url }) => url).join(" ")} lottery={draw} chip={chip} />
        <div className="grid gap-4 p-5">
          <p className="type-h3 [overflow-wrap:anywhere]" lang={locale}>
            {draw.title || t("lotteries.untitled")}
          </p>
          {draw.description && (
            <p className="text-muted whitespace-pre-line [overflow-wrap:anywhere]" lang={locale}>
              {draw.description}
            </p>
          )}
          <LotteryFacts lottery={draw} now={now} />
          <PrizeList lottery={draw} />
        </div>
      </div>
      {lottery.fields.status === "draft" && <Checklist lottery={lottery} fields={fields} pictures={pictures} now={now} />}
    </aside>
  );
}
