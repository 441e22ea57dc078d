/** Taking part, in three steps. Their order is real, so they are numbered. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";

export const HOW_IT_WORKS_ID = "how-it-works";

const STEPS = ["choose", "answer", "watch"] as const;

/** `mostOff` is the largest discount of a pack, between 0 and 1. */
export function HowItWorks({ mostOff }: { mostOff: number }) {
  const { t } = useTranslation("home");
  const { percent } = useFormat();
  return (
    <section className="wrap home-section" id={HOW_IT_WORKS_ID} tabIndex={-1} aria-labelledby="steps-title">
      <h2 id="steps-title" className="type-h2 max-w-[16ch]">
        {t("steps.title")}
      </h2>
      <ol className="mt-10 grid gap-10 lg:mt-12 lg:grid-cols-3 lg:gap-12">
        {STEPS.map((step, index) => (
          <li key={step} className="border-t border-line pt-6">
            <p className="home-number" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="type-h3 mt-5">{t(`steps.${step}`)}</h3>
            <p className="mt-1.5 max-w-[34ch] text-muted">{t(`steps.${step}Text`, { percent: percent(mostOff, 0) })}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
