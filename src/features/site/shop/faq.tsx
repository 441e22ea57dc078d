/** Six questions that open and close, also before scripts load, and where browsers search the page for a word. */
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OwnText } from "#shared/site-text.ts";
import { plainText } from "#shared/text-markup.ts";
import { FaqData } from "#ui/json-ld.tsx";
import { Blocks } from "#ui/own-text.tsx";

export const FAQ_ID = "faq";

/** Keys under `home:faq`, each with a `question` and an `answer` in plain text. */
export const FAQ_ITEMS = ["part", "odds", "draw", "free", "money", "who"] as const;

/** `own`: the operator's, instead of the shop's six. */
export function Faq({ own }: { own: OwnText | undefined }) {
  const { t } = useTranslation("home");
  const items = own
    ? own.sections.map(({ id, title, blocks }) => ({ id, question: title, answer: <Blocks blocks={blocks} /> }))
    : FAQ_ITEMS.map((id) => ({ id, question: t(`faq.${id}.question`), answer: <p>{t(`faq.${id}.answer`)}</p> }));
  return (
    <section className="wrap home-section" id={FAQ_ID} tabIndex={-1} aria-labelledby="faq-title">
      <FaqData
        items={
          own
            ? own.sections.map(({ title, blocks }) => ({ question: title, answer: plainText(blocks).join(" ") }))
            : FAQ_ITEMS.map((id) => ({ question: t(`faq.${id}.question`), answer: t(`faq.${id}.answer`) }))
        }
      />
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[5fr_7fr]">
        <div>
          <h2 id="faq-title" className="type-h2 max-w-[12ch]">
            {t("faq.title")}
          </h2>
          <p className="mt-4 max-w-[34ch] text-muted">{own?.lead ?? t("faq.text")}</p>
        </div>
        <div className="border-t border-line">
          {items.map(({ id, question, answer }) => (
            <details key={id} className="faq-item">
              <summary>
                <h3 className="type-h3">{question}</h3>
                <Plus size={22} strokeWidth={1.6} aria-hidden="true" />
              </summary>
              {answer}
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
