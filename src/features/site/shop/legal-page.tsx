/** The terms and the privacy policy: the same frame around texts that name the trader. */

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TextBody, TextValues } from "#shared/site-text.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { type Passage, PassageText } from "#ui/passage.tsx";
import { ReadingPage } from "#ui/reading-page.tsx";
import { legalParts } from "./legal-parts.tsx";
import { ownChapters, ownLead } from "./own-text.tsx";

export type Trader = { readonly name: string; readonly address: string; readonly companyNumber: string; readonly email: string };

type Props = {
  words: "terms" | "privacy" | "cookies";
  /** Keys of the texts, which are also their addresses on the page. */
  sections: readonly string[];
  trader: Trader;
  /** What the texts name besides. */
  values?: Readonly<Record<string, string | number>>;
  /** "yyyy-mm-dd", since when the text holds. */
  from: string;
  /** What the operator has written instead. */
  own?: TextBody | undefined;
};

export function LegalPage({ words, sections, trader, values, from, own }: Props) {
  const { t } = useTranslation(words);
  const { date } = useFormat();
  if (own) {
    const filled: TextValues = { ...trader, ...values };
    return (
      <>
        <PageHead title={t("title")} description={t("description")} />
        <ReadingPage
          title={t("title")}
          lead={ownLead(own, filled)}
          note={t("dated", { date: date(from) })}
          contents={t("contents")}
          chapters={ownChapters(own, filled)}
        />
      </>
    );
  }
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
