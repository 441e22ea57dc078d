import type { OwnText } from "#shared/text/site-text.ts";
import { plainText } from "#shared/text/text-markup.ts";
import { Blocks } from "#ui/text/own-text.tsx";
import { FaqList } from "./faq-list.tsx";

/** The operator's own questions. */
export default function OwnFaq({ own: { lead, sections } }: { own: OwnText }) {
  const items = sections.map(({ id, title, blocks }) => ({
    id,
    question: title,
    plain: plainText(blocks).join(" "),
    answer: <Blocks blocks={blocks} />,
  }));
  return <FaqList lead={lead} items={items} />;
}
