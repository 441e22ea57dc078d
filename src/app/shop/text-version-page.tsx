/** /texts/:document/:version: a published version, permanently; for staff also a draft. */
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { actorOf, may } from "#features/access/server/actor.ts";
import { visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { findTextVersion, textValuesAt } from "#features/site/server/texts/text-version.ts";
import { withCookieTable } from "#features/site/shop/cookies/cookie-table.tsx";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { hasSections, isDocument, readOwnText, type TextDocument } from "#shared/text/site-text.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { ownChapters } from "#ui/text/own-text.tsx";
import { ReadingPage } from "#ui/text/reading-page.tsx";
import type { Route } from "./+types/text-version-page.ts";

export const handle = {
  messages: ["terms", "privacy", "cookies", "home", "howtowin", "about"],
} satisfies PageMessages;
export const headers = privateHeaders({ isListed: false });

/** The page of each text, and its title. */
const PAGES = {
  terms: { path: "/terms", title: "terms:title" },
  privacy: { path: "/privacy", title: "privacy:title" },
  cookies: { path: "/cookies", title: "cookies:title" },
  faq: { path: "/", title: "home:faq.title" },
  how_to_win: { path: "/how-to-win", title: "howtowin:title" },
  about: { path: "/about", title: "about:title" },
  enter_free: { path: "/enter-free", title: "howtowin:free.title" },
  announcements: { path: "/", title: undefined },
  footer: { path: "/", title: undefined },
} as const satisfies Record<TextDocument, object>;

export async function loader({ context, request, params: { document, version } }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const isStaff = async () => {
    const visitor = await visitorOf(context, request);
    return visitor?.isAdmin === true && (await may(ctx, actorOf(visitor), "texts.write"));
  };
  const isOne = isDocument(document) && hasSections(document);
  const found = isOne ? await findTextVersion(ctx, document, version) : undefined;
  if (!isOne || !found || !(found.isOut || (await isStaff()))) throw new Response(null, { status: 404 });
  // A draft may have only one language; without any, the default text applies.
  const body = found.bodies[localeOf(context)] ?? Object.values(found.bodies)[0];
  if (!body) throw redirect(PAGES[document].path);
  return { document, from: found.from, own: readOwnText(body, await textValuesAt(ctx, found.at, localeOf(context))) };
}

export default function TextVersionPage({ loaderData: { document, from, own } }: Route.ComponentProps) {
  const { t } = useTranslation(handle.messages);
  const { date } = useFormat();
  const title = t(PAGES[document].title ?? "terms:title");
  return (
    <>
      <PageHead title={title} description={own.lead} />
      <ReadingPage
        title={title}
        lead={own.lead}
        note={t("terms:dated", { date: date(from) })}
        contents={t("terms:contents")}
        chapters={ownChapters(own).map(withCookieTable)}
      />
    </>
  );
}
