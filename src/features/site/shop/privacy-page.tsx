/** /privacy: which data the shop stores, why, for how long, and the rights of each person. */
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { shownText, textValues } from "#platform/request/shown-text.server.ts";
import { DOCUMENTS } from "#shared/text/site-text.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import type { Route } from "./+types/privacy-page.ts";
import { LegalPage } from "./legal-page.tsx";

/** The day on which the current policy took effect. Change it together with its text. */
const PRIVACY_VERSION = "2026-11-26";

export const handle = { messages: ["privacy"] } satisfies PageMessages;

export function loader({ context }: Route.LoaderArgs) {
  const [ctx, locale] = [ctxOf(context), localeOf(context)];
  const own = shownText(ctx, "privacy", locale);
  return { values: textValues(ctx, ctx.brand.current, locale), from: own?.from ?? PRIVACY_VERSION, own };
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage words="privacy" sections={DOCUMENTS.privacy} {...loaderData} />;
}
