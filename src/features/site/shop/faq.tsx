/** Six questions that open and close, also before scripts load, and where browsers search the page for a word. */
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { FaqData } from "#ui/json-ld.tsx";

export const FAQ_ID = "faq";

/** Keys under `home:faq`, each with a `question` and an `answer` in plain text. */
export const FAQ_ITEMS = ["part", "odds", "draw", "free", "money", "who"] as const;

export function Faq() {
  const { t } = useTranslation("home");
  return (
    <section className="wrap home-section" id={FAQ_ID} tabIndex={-1} aria-labelledby="faq-title">
      <FaqData items={FAQ_ITEMS.map((item) => ({ question: t(`faq.${item}.question`), answer: t(`faq.${item}.answer`) }))} />
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[5fr_7fr]">
        <div>
          <h2 id="faq-title" className="type-h2 max-w-[12ch]">
            {t("faq.title")}
          </h2>
          <p className="mt-4 max-w-[34ch] text-muted">{t("faq.text")}</p>
        </div>
        <div className="border-t border-line">
          {FAQ_ITEMS.map((item) => (
            <details key={item} className="faq-item">
              <summary>
                <h3 className="type-h3">{t(`faq.${item}.question`)}</h3>
                <Plus size={22} strokeWidth={1.6} aria-hidden="true" />
              </summary>
              <p>{t(`faq.${item}.answer`)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
