/** The terms and the privacy policy: the same frame around texts that name the trader. */

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { type Passage, PassageText } from "#ui/passage.tsx";
import { ReadingPage } from "#ui/reading-page.tsx";
import { legalParts } from "./legal-parts.tsx";

export type Trader = { readonly name: string; readonly address: string; readonly companyNumber: string; readonly email: string };

type Props = {
  words: "terms" | "privacy";
  /** Keys of the texts, which are also their addresses on the page. */
  sections: readonly string[];
  trader: Trader;
  /** What the texts name besides. */
  values?: Readonly<Record<string, string | number>>;
  /** "yyyy-mm-dd", since when the text holds. */
  from: string;
};

export function LegalPage({ words, sections, trader, values, from }: Props) {
  const { t } = useTranslation(words);
  const { date } = useFormat();
  const passage = (id: string) => t(id as "title", { returnObjects: true, ...trader, ...values }) as unknown as Passage;
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <LegalText
        title={t("title")}
        lead={t("lead")}
        dated={t("dated", { date: date(from) })}
        contents={t("contents")}
        sections={sections.map((id) => ({ id, ...passage(id) }))}
        email={trader.email}
      />
    </>
  );
}

type LegalTextProps = {
  title: string;
  lead: string;
  dated: string;
  contents: string;
  sections: readonly (Passage & { readonly id: string })[];
  /** The address for questions, which texts name as `<email>…</email>`. */
  email: string;
  /** After the last passage. */
  children?: ReactNode;
};

/** The privacy policy, the terms and the cookie policy: passages with links to each other and to whoever answers for them. */
function LegalText({ title, lead, dated, contents, sections, email, children }: LegalTextProps) {
  const parts = legalParts(email);
  const chapters = sections.map((section) => ({
    id: section.id,
    title: section.title,
    body: <PassageText passage={section} parts={parts} />,
  }));
  return (
    <ReadingPage title={title} lead={lead} note={dated} contents={contents} chapters={chapters}>
      {children}
    </ReadingPage>
  );
}
