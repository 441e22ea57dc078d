/** /terms: the conditions of sale and of the draws. Their version is the one that orders record. */
import { useTranslation } from "react-i18next";
import { COMPLAINT_DAYS } from "#features/messages/rules/complaint.ts";
import { termsDay, termsInForce } from "#features/orders/rules/terms.ts";
import { LegalPage } from "#features/site/shop/legal-page.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { DOCUMENTS } from "#shared/site-text.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import type { Route } from "./+types/terms-page.ts";

export const handle = { messages: ["terms"] } satisfies PageMessages;

/** What kind of game it is, in the wording that the operator chose. */
const GAME = "game";

export function loader({ context }: Route.LoaderArgs) {
  const { env, brand, texts, now } = ctxOf(context);
  const own = texts.current("terms", now());
  const { name, address, companyNumber, email, adrScheme } = brand.current.trader;
  const game = env.wording === "by-chance" ? "chance" : GAME;
  return {
    trader: { name, address, companyNumber, email },
    shop: brand.current.name,
    adrScheme,
    from: termsDay(termsInForce(own)),
    game,
    own: own?.bodies[localeOf(context)],
  };
}

export default function TermsPage({ loaderData: { adrScheme, game, shop, ...loaded } }: Route.ComponentProps) {
  const { t } = useTranslation("terms");
  const adr = adrScheme === undefined ? t("adr.none") : t("adr.named", { scheme: adrScheme });
  const sections = DOCUMENTS.terms.map((id) => (id === GAME ? game : id));
  return <LegalPage words="terms" sections={sections} values={{ ...COMPLAINT_DAYS, adr, shop }} {...loaded} />;
}
