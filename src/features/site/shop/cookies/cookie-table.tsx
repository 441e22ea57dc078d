import { useTranslation } from "react-i18next";
import type { Chapter } from "#ui/text/reading-page.tsx";

/** Adds the table of cookies to the chapter "list" of the cookie policy. */
export function withCookieTable(chapter: Chapter): Chapter {
  if (chapter.id !== "list") return chapter;
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

/**
 * All that the shop stores in a browser, in the order of the policy, with the names that the browser shows.
 */
const STORED = [
  { id: "session", name: "session, __Host-session" },
  { id: "hint", name: "signed-in" },
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
  { id: "answer", name: "quiz-answer" },
] as const;

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
