/** The privacy policy, the terms and the cookie policy: passages with links to each other and to whoever answers for them. */
import type { ReactNode } from "react";
import { type Passage, PassageText } from "#ui/passage.tsx";
import { ReadingPage } from "#ui/reading-page.tsx";
import { legalParts } from "./legal-parts.tsx";

type Props = {
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

export function LegalText({ title, lead, dated, contents, sections, email, children }: Props) {
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
