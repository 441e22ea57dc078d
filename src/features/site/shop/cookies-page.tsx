/** /cookies: what the shop stores in a browser. Dated with the day on which it is read, as the specification wants it. */
import { useTranslation } from "react-i18next";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { DOCUMENTS } from "#shared/site-text.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { type Passage, PassageText } from "#ui/passage.tsx";
import { type Chapter, ReadingPage } from "#ui/reading-page.tsx";
import { legalParts } from "./legal-parts.tsx";
import { ownChapters, ownLead } from "./own-text.tsx";

export const handle = { messages: ["cookies"] } satisfies PageMessages;

export function loader({ context }: LoaderFunctionArgs) {
  const { brand, now, texts } = ctxOf(context);
  const { adrScheme: _, postalEntryAddress: _post, ...trader } = brand.current.trader;
  return {
    trader,
    email: trader.email,
    shop: brand.current.name,
    today: londonDate(now()),
    own: texts.current("cookies", now())?.bodies[localeOf(context)],
  };
}

export default function CookiesPage() {
  const { email, today, own, shop, trader } = useLoaderData<typeof loader>();
  const { t } = useTranslation("cookies");
  const { date } = useFormat();
  const parts = legalParts(email);
  const filled = { shop, ...trader };
  const ours = own && ownChapters(own, filled).map((each) => (each.id === "list" ? withTable(each) : each));
  const chapters = DOCUMENTS.cookies.map((id) => {
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
        lead={own ? ownLead(own, filled) : t("lead")}
        note={t("dated", { date: date(today) })}
        contents={t("contents")}
        chapters={ours ?? chapters}
      />
    </>
  );
}

function withTable(chapter: Chapter): Chapter {
  return {
    ...chapter,
    body: (
      <>
        {chapter.body}
        <CookieTable />
      </>
    ),
  };
}

/** In the order of the policy; the names are those that a visitor finds in the browser. */
const STORED = [
  { id: "session", name: "session, __Host-session" },
  { id: "device", name: "device, __Host-device" },
  { id: "trusted", name: "trusted, __Host-trusted" },
  { id: "signIn", name: "sign-in, __Host-sign-in" },
  { id: "place", name: "place, __Secure-place" },
  { id: "language", name: "lang, i18nextLng" },
  { id: "message", name: "flash" },
  { id: "age", name: "age-verified" },
  { id: "consent", name: "cookie-consent" },
  { id: "settings", name: "cookie-settings" },
  { id: "theme", name: "admin-theme" },
  { id: "draft", name: "profile-draft" },
] as const;

/** Everything that the shop leaves in a browser: its name, what it is for, how long it stays. */
function CookieTable() {
  const { t } = useTranslation("cookies");
  return (
    <dl className="mt-4 grid gap-4">
      {STORED.map(({ id, name }) => (
        <div key={id} className="rounded-pack border border-line bg-surface p-5">
          <dt className="type-mono text-[0.9375rem] break-words">{name}</dt>
          <dd className="mt-1.5 text-muted">{t(`stored.${id}.purpose`)}</dd>
          <dd className="type-small mt-1">{t(`stored.${id}.lasts`)}</dd>
        </div>
      ))}
    </dl>
  );
}
