/** /privacy: which data the shop keeps, why, for how long, and what anybody may ask of it. */
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { DOCUMENTS } from "#shared/site-text.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { LegalPage } from "./legal-page.tsx";

/** The day on which the current policy took effect. Change it together with its text. */
const PRIVACY_VERSION = "2026-11-23";

export const handle = { messages: ["privacy"] } satisfies PageMessages;

export function loader({ context }: LoaderFunctionArgs) {
  const { brand, texts, now } = ctxOf(context);
  const { name, address, companyNumber, email } = brand.current.trader;
  const own = texts.current("privacy", now());
  return {
    values: { shop: brand.current.name, name, address, companyNumber, email },
    from: own ? londonDate(own.publishAt) : PRIVACY_VERSION,
    own: own?.bodies[localeOf(context)],
  };
}

export default function PrivacyPage() {
  return <LegalPage words="privacy" sections={DOCUMENTS.privacy} {...useLoaderData<typeof loader>()} />;
}
