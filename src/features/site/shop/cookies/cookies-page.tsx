/** /cookies: what the shop stores in a browser. Dated today, as the specification requires. */
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { shownText, textValues } from "#platform/request/shown-text.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { DOCUMENTS } from "#shared/text/site-text.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { LegalPage } from "../legal-page.tsx";
import type { Route } from "./+types/cookies-page.ts";
import { withCookieTable } from "./cookie-table.tsx";

export const handle = { messages: ["cookies"] } satisfies PageMessages;

export function loader({ context }: Route.LoaderArgs) {
  const [ctx, locale] = [ctxOf(context), localeOf(context)];
  return {
    values: textValues(ctx, ctx.brand.current, locale),
    from: londonDate(ctx.now()),
    own: shownText(ctx, "cookies", locale),
  };
}

export default function CookiesPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage words="cookies" sections={DOCUMENTS.cookies} decorate={withCookieTable} {...loaderData} />;
}
