/** /texts/:document/:version: a published version, permanently; for staff also a draft. */
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { actorOf, may } from "#features/accounts/server/actor.ts";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { withCookieTable } from "#features/site/shop/cookie-table.tsx";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { hasSections, isDocument, readOwnText, type TextDocument } from "#shared/site-text.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { ownChapters } from "#ui/own-text.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { ReadingPage } from "#ui/reading-page.tsx";
import { findTextVersion, textValuesAt } from "../text-version.ts";
import type { Route } from "./+types/text-version-page.ts";

export const handle = {
  messages: ["terms", "privacy", "cookies", "home", "howtowin", "about"],
} satisfies PageMessages;
export const headers = notKept({ isListed: false });

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
