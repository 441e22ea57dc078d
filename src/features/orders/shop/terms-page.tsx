/** /terms: the conditions of sale and of the draws. Orders record their version. */
import { LegalPage } from "#features/site/shop/legal-page.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { shownText, textValues } from "#platform/request/shown-text.server.ts";
import { DOCUMENTS } from "#shared/text/site-text.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { termsDay, termsInForce } from "../rules/checkout/terms.ts";
import type { Route } from "./+types/terms-page.ts";

export const handle = { messages: ["terms"] } satisfies PageMessages;

/** The chapter on the game, whose text depends on the wording: by chance, or with a question. */
const GAME = "game";

export function loader({ context }: Route.LoaderArgs) {
  const [ctx, locale] = [ctxOf(context), localeOf(context)];
  return {
    values: textValues(ctx, ctx.brand.current, locale),
    from: termsDay(termsInForce(ctx.texts.current("terms", ctx.now()))),
    game: ctx.env.wording === "by-chance" ? "chance" : GAME,
    own: shownText(ctx, "terms", locale),
  };
}

export default function TermsPage({ loaderData: { game, ...loaded } }: Route.ComponentProps) {
  return <LegalPage words="terms" sections={DOCUMENTS.terms.map((id) => (id === GAME ? game : id))} {...loaded} />;
}
