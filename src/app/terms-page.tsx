/** /terms: the conditions of sale and of the draws. Their version is the one that orders record. */
import { useTranslation } from "react-i18next";
import { TERMS_VERSION } from "#features/orders/rules/terms.ts";
import { LegalText } from "#features/site/shop/legal-text.tsx";
import { ctxOf } from "#platform/request.server.ts";
import { PageHead } from "#ui/page-head.tsx";
import type { Passage } from "#ui/passage.tsx";
import { type PageWords, useFormat } from "#ui/words.ts";
import type { Route } from "./+types/terms-page.ts";

export const handle = { words: ["terms"] } satisfies PageWords;

const SECTIONS = [
  "trader",
  "game",
  "who",
  "buying",
  "question",
  "free",
  "odds",
  "closing",
  "draw",
  "winner",
  "refunds",
  "cancelled",
  "play",
  "liability",
  "complaints",
  "changes",
] as const;

export function loader({ context }: Route.LoaderArgs) {
  const { name, address, companyNumber, email } = ctxOf(context).env.trader;
  return { trader: { name, address, companyNumber, email }, from: TERMS_VERSION };
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { trader, from } = loaderData;
  const { t } = useTranslation("terms");
  const { date } = useFormat();
  const sections = SECTIONS.map((id) => ({
    id,
    ...(t(id, { returnObjects: true, ...trader }) as Passage),
  }));
  return (
    <>
      <PageHead title={`${t("title")} – Concours`} description={t("description")} />
      <LegalText
        title={t("title")}
        lead={t("lead")}
        dated={t("dated", { date: date(from) })}
        contents={t("contents")}
        sections={sections}
        email={trader.email}
      />
    </>
  );
}
