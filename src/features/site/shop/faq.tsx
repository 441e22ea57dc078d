import { useTranslation } from "react-i18next";
import type { OwnText } from "#shared/text/site-text.ts";
import { lazyPart } from "#ui/loading/lazy-part.tsx";
import { FaqList } from "./faq-list.tsx";

/** Keys under `home:faq`, each with a `question` and an `answer` in plain text. */
const FAQ_ITEMS = ["part", "odds", "draw", "free", "money", "who"] as const;

/** Fetched where the operator has written questions. */
const OwnFaq = lazyPart(() => import("./own-faq.tsx"));

/** The operator's own questions, or the built-in ones. */
export function Faq({ own }: { own: OwnText | undefined }) {
  const { t } = useTranslation("home");
  if (own) return <OwnFaq own={own} />;
  const items = FAQ_ITEMS.map((id) => {
    const answer = t(`faq.${id}.answer`);
    return { id, question: t(`faq.${id}.question`), plain: answer, answer: <p>{answer}</p> };
  });
  return <FaqList lead={t("faq.text")} items={items} />;
}
