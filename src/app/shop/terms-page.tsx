/** /terms: the conditions of sale and of the draws. Their version is the one that orders record. */
import { useTranslation } from "react-i18next";
import { COMPLAINT_DAYS } from "#features/messages/rules/complaint.ts";
import { TERMS_VERSION } from "#features/orders/rules/terms.ts";
import { LegalPage } from "#features/site/shop/legal-page.tsx";
import { ctxOf } from "#platform/request/request.server.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import type { Route } from "./+types/terms-page.ts";

export const handle = { messages: ["terms"] } satisfies PageMessages;

/** What kind of game it is, in the wording that the operator chose. */
const GAME = "game";

const SECTIONS = [
  "trader",
  GAME,
  "who",
  "buying",
  "question",
  "free",
  "odds",
  "closing",
  "draw",
  "winner",
  "refunds",
  "cancelled",
  "play",
  "liability",
  "complaints",
  "changes",
] as const;

export function loader({ context }: Route.LoaderArgs) {
  const { env, brand } = ctxOf(context);
  const { name, address, companyNumber, email, adrScheme } = brand.current.trader;
  const game = env.wording === "by-chance" ? "chance" : GAME;
  return { trader: { name, address, companyNumber, email }, adrScheme, from: TERMS_VERSION, game };
}

export default function TermsPage({ loaderData: { adrScheme, game, ...loaded } }: Route.ComponentProps) {
  const { t } = useTranslation("terms");
  const adr = adrScheme === undefined ? t("adr.none") : t("adr.named", { scheme: adrScheme });
  const sections = SECTIONS.map((id) => (id === GAME ? game : id));
  return <LegalPage words="terms" sections={sections} values={{ ...COMPLAINT_DAYS, adr }} {...loaded} />;
}
