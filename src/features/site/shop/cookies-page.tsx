/** /cookies: what the shop stores in a browser. Dated with the day on which it is read, as the specification wants it. */
import { useTranslation } from "react-i18next";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { type Passage, PassageText } from "#ui/passage.tsx";
import { ReadingPage } from "#ui/reading-page.tsx";
import { legalParts } from "./legal-parts.tsx";

export const handle = { messages: ["cookies"] } satisfies PageMessages;

const SECTIONS = ["what", "list", "lifetime", "optional", "payment", "choice", "questions"] as const;

export function loader({ context }: LoaderFunctionArgs) {
  const { brand, now } = ctxOf(context);
  return { email: brand.current.trader.email, today: londonDate(now()) };
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
