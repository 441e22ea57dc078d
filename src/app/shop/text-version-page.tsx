/** /texts/:document/:version: a published version, for ever; to staff also a draft, as visitors will see it. */
import { useTranslation } from "react-i18next";
import { may } from "#features/accounts/server/actor.ts";
import { actorOf } from "#features/accounts/server/admin-of.ts";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { COMPLAINT_DAYS } from "#features/messages/rules/complaint.ts";
import { LegalPage } from "#features/site/shop/legal-page.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { isDocument } from "#shared/site-text.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import type { Route } from "./+types/text-version-page.ts";

export const handle = { messages: ["terms", "privacy", "cookies"] } satisfies PageMessages;

export async function loader({ context, request, params: { document, version } }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
  const text = isDocument(document) && number ? await ctx.texts.find(document, number) : undefined;
  const own = text?.bodies[localeOf(context)];
  const isOut = text?.publishAt !== undefined && text.publishAt <= ctx.now();
  const visitor = text && !isOut ? await visitorOf(context, request) : undefined;
  if (!text || !own || !(isOut || (visitor?.isAdmin && (await may(ctx, actorOf(visitor), "texts.write")))))
    throw new Response(null, { status: 404 });
  const { trader, name: shop } = ctx.brand.current;
  const { name, address, companyNumber, email, adrScheme } = trader;
  const seller = { name, address, companyNumber, email };
  return { words: text.document, own, from: londonDate(text.publishAt ?? text.savedAt), trader: seller, shop, adrScheme };
}

export default function TextVersionPage({ loaderData: { adrScheme, shop, ...loaded } }: Route.ComponentProps) {
  const { t } = useTranslation("terms");
  const adr = adrScheme === undefined ? t("adr.none") : t("adr.named", { scheme: adrScheme });
  return <LegalPage {...loaded} sections={[]} values={{ ...COMPLAINT_DAYS, adr, shop }} />;
}
