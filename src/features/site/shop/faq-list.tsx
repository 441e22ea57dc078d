import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Plus } from "#ui/icons.ts";
import { FaqData } from "#ui/json-ld.tsx";

const FAQ_ID = "faq";

/** `answer` for the page, `plain` for search engines. */
type Item = { readonly id: string; readonly question: string; readonly answer: ReactNode; readonly plain: string };

/** The section "Questions" of home, with structured data. */
export function FaqList({ lead, items }: { lead: string; items: readonly Item[] }) {
  const { t } = useTranslation("home");
  return (
    <section className="wrap home-section" id={FAQ_ID} tabIndex={-1} aria-labelledby="faq-title">
      <FaqData items={items.map(({ question, plain }) => ({ question, answer: plain }))} />
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[5fr_7fr]">
        <div>
          <h2 id="faq-title" className="type-h2 max-w-[12ch]">
            {t("faq.title")}
          </h2>
          <p className="mt-4 max-w-[34ch] text-muted">{lead}</p>
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
