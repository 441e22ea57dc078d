/** /terms: the conditions of sale and of the draws. Their version is the one that orders record. */
import { termsDay, termsInForce } from "#features/orders/rules/terms.ts";
import { LegalPage } from "#features/site/shop/legal-page.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { DOCUMENTS } from "#shared/site-text.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { textValues } from "../text-version.ts";
import type { Route } from "./+types/terms-page.ts";

export const handle = { messages: ["terms"] } satisfies PageMessages;

/** What kind of game it is, in the wording that the operator chose. */
const GAME = "game";

export function loader({ context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const { env, brand, texts, now } = ctx;
  const own = texts.current("terms", now());
  return {
    values: textValues(ctx, brand.current, localeOf(context)),
    from: termsDay(termsInForce(own)),
    game: env.wording === "by-chance" ? "chance" : GAME,
    own: own?.bodies[localeOf(context)],
  };
}

export default function TermsPage({ loaderData: { game, ...loaded } }: Route.ComponentProps) {
  return <LegalPage words="terms" sections={DOCUMENTS.terms.map((id) => (id === GAME ? game : id))} {...loaded} />;
}
