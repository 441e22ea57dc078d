/** /texts/:document/:version: a published version, for ever; to staff also a draft, as visitors will see it. */
import { redirect } from "react-router";
import { may } from "#features/accounts/server/actor.ts";
import { actorOf } from "#features/accounts/server/admin-of.ts";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { withCookieTable } from "#features/site/shop/cookie-table.tsx";
import { LegalPage } from "#features/site/shop/legal-page.tsx";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { isDocument } from "#shared/site-text.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { findTextVersion, textValuesAt } from "../text-version.ts";
import type { Route } from "./+types/text-version-page.ts";

export const handle = { messages: ["terms", "privacy", "cookies"] } satisfies PageMessages;
export const headers = notKept({ isListed: false });

export async function loader({ context, request, params: { document, version } }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const isStaff = async () => {
    const visitor = await visitorOf(context, request);
    return visitor?.isAdmin === true && (await may(ctx, actorOf(visitor), "texts.write"));
  };
  const found = isDocument(document) ? await findTextVersion(ctx, document, version) : undefined;
  if (!isDocument(document) || !found || !(found.isOut || (await isStaff()))) throw new Response(null, { status: 404 });
  // A draft may have one language only; a version without any shows what comes with the software.
  const own = found.bodies[localeOf(context)] ?? Object.values(found.bodies)[0];
  if (!own) throw redirect(`/${document}`);
  return { words: document, own, from: found.from, values: await textValuesAt(ctx, found.at, localeOf(context)) };
}

export default function TextVersionPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} sections={[]} decorate={withCookieTable} />;
}
