/** /privacy: which data the shop keeps, why, for how long, and what anybody may ask of it. */
import { useTranslation } from "react-i18next";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ctxOf } from "#platform/request.server.ts";
import { PageHead } from "#ui/page-head.tsx";
import type { Passage } from "#ui/passage.tsx";
import { type PageWords, useFormat } from "#ui/words.ts";
import { PRIVACY_VERSION } from "../rules/privacy.ts";
import { LegalText } from "./legal-text.tsx";

export const handle = { words: ["privacy"] } satisfies PageWords;

const SECTIONS = [
  "controller",
  "data",
  "reasons",
  "recipients",
  "retention",
  "winners",
  "mail",
  "cookies",
  "security",
  "rights",
  "complaints",
] as const;

export function loader({ context }: LoaderFunctionArgs) {
  const { name, address, companyNumber, email } = ctxOf(context).env.trader;
  return { trader: { name, address, companyNumber, email }, from: PRIVACY_VERSION };
}

export default function PrivacyPage() {
  const { trader, from } = useLoaderData<typeof loader>();
  const { t } = useTranslation("privacy");
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
