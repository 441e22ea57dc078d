/** The frame of terms, privacy and cookie policy, with the links in their texts. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PAYMENT_PROVIDERS, type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";
import type { OwnText } from "#shared/text/site-text.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { linkPart } from "#ui/text/link-part.tsx";
import { ownChapters } from "#ui/text/own-text.tsx";
import { type Passage, type PassageParts, PassageText } from "#ui/text/passage.tsx";
import { type Chapter, ReadingPage } from "#ui/text/reading-page.tsx";

type Props = {
  /** The locale file of the texts. */
  words: "terms" | "privacy" | "cookies";
  /** Keys of the texts, which are also their anchors on the page. */
  sections: readonly string[];
  values: Readonly<Record<string, string | number>> & { readonly email: string; readonly payment: string };
  /** The day on which it took effect. */
  from: string;
  /** The operator's own text, in place of the built-in one. */
  own: OwnText | undefined;
  decorate?: (chapter: Chapter) => Chapter;
};

/** A legal text with its contents. `decorate`: changes a chapter. */
export function LegalPage({ words, sections, values, from, own, decorate = (chapter) => chapter }: Props) {
  const { t } = useTranslation(words);
  const { date } = useFormat();
  const parts = legalParts(values.email);
  const builtInChapters = () =>
    sections.map((id): Chapter => {
      const named = { ...values, payment: withLinks(values.payment) };
      const passage = t(id as "title", { returnObjects: true, ...named }) as unknown as Passage;
      return { id, title: passage.title, body: <PassageText passage={passage} parts={parts} /> };
    });
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <ReadingPage
        title={t("title")}
        lead={own?.lead ?? t("lead")}
        note={t("dated", { date: date(from) })}
        contents={t("contents")}
        chapters={(own ? ownChapters(own) : builtInChapters()).map(decorate)}
      />
    </>
  );
}

/** Pages that texts link to, by tag. */
export const PATHS = {
  terms: "/terms",
  privacy: "/privacy",
  cookies: "/cookies",
  contact: "/contact",
  post: "/enter-free",
  safer: "/safer-play",
  draws: "/draws",
};
const PROVIDER_PRIVACY: Readonly<Record<PaymentProviderName, string>> = {
  stripe: "https://stripe.com/gb/privacy",
  checkout: "https://www.checkout.com/legal/privacy-policy",
};
/** Other sites that texts link to, by tag. */
export const SITES = {
  drand: "https://drand.love",
  ico: "https://ico.org.uk/make-a-complaint/",
  advice: "https://www.citizensadvice.org.uk/consumer/",
  asa: "https://www.asa.org.uk/make-a-complaint.html",
  support: "https://www.gamcare.org.uk/",
  ...PROVIDER_PRIVACY,
};

/** Makes the payment providers' names links to their privacy policies. */
function withLinks(payment: string): string {
  return PAYMENT_PROVIDERS.reduce((text, id) => text.replace(PROVIDER_NAMES[id], (name) => `<${id}>${name}</${id}>`), payment);
}

/** How the tags of legal texts are rendered. `email`: the trader's. */
export function legalParts(email: string): PassageParts {
  const link = (href: string) => (inner: ReactNode) => (
    <a href={href} className="text-link" rel="noreferrer">
      {inner}
    </a>
  );
  return {
    ...Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [name, linkPart(path)])),
    ...Object.fromEntries(Object.entries(SITES).map(([name, address]) => [name, link(address)])),
    email: link(`mailto:${email}`),
  };
}
