/** The terms, the privacy policy and the cookie policy: the same frame around texts that name the trader. */
import { useTranslation } from "react-i18next";
import type { TextBody, TextDocument, TextValues } from "#shared/site-text.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { type Passage, PassageText } from "#ui/passage.tsx";
import { type Chapter, ReadingPage } from "#ui/reading-page.tsx";
import { legalParts } from "./legal-parts.tsx";
import { ownChapters, ownLead } from "./own-text.tsx";

type Props = {
  words: TextDocument;
  /** Keys of the texts, which are also their addresses on the page. */
  sections: readonly string[];
  /** What the texts name. */
  values: TextValues & { readonly email?: string };
  /** "yyyy-mm-dd", since when the text holds. */
  from: string;
  /** What the operator has written instead. */
  own?: TextBody | undefined;
  /** What a section has besides its text. */
  decorate?: (chapter: Chapter) => Chapter;
};

export function LegalPage({ words, sections, values, from, own, decorate = (chapter) => chapter }: Props) {
  const { t } = useTranslation(words);
  const { date } = useFormat();
  const parts = legalParts(values.email ?? "");
  const passage = (id: string) => t(id as "title", { returnObjects: true, ...values }) as unknown as Passage;
  const shops = () =>
    sections.map((id) => {
      const text = passage(id);
      return { id, title: text.title, body: <PassageText passage={text} parts={parts} /> };
    });
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <ReadingPage
        title={t("title")}
        lead={own ? ownLead(own, values) : t("lead")}
        note={t("dated", { date: date(from) })}
        contents={t("contents")}
        chapters={(own ? ownChapters(own, values) : shops()).map(decorate)}
      />
    </>
  );
}
