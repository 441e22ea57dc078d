/** /cookies: what the shop stores in a browser. Dated with the day on which it is read, as the specification wants it. */
import { useTranslation } from "react-i18next";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { type Passage, PassageText } from "#ui/passage.tsx";
import { ReadingPage } from "#ui/reading-page.tsx";
import { CookieTable } from "./cookie-table.tsx";
import { legalParts } from "./legal-parts.tsx";

export const handle = { words: ["cookies"] } satisfies PageMessages;

const SECTIONS = ["what", "list", "lifetime", "optional", "payment", "choice", "questions"] as const;

export function loader({ context }: LoaderFunctionArgs) {
  const { env, now } = ctxOf(context);
  return { email: env.trader.email, today: londonDate(now()) };
}

export default function CookiesPage() {
  const { email, today } = useLoaderData<typeof loader>();
  const { t } = useTranslation("cookies");
  const { date } = useFormat();
  const parts = legalParts(email);
  const chapters = SECTIONS.map((id) => {
    const passage = t(id, { returnObjects: true, email }) as Passage;
    return {
      id,
      title: passage.title,
      body: (
        <>
          <PassageText passage={passage} parts={parts} />
          {id === "list" && <CookieTable />}
        </>
      ),
    };
  });
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <ReadingPage
        title={t("title")}
        lead={t("lead")}
        note={t("dated", { date: date(today) })}
        contents={t("contents")}
        chapters={chapters}
      />
    </>
  );
}
