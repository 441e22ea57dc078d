/** /privacy: which data the shop keeps, why, for how long, and what anybody may ask of it. */
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { LegalPage } from "./legal-page.tsx";

/** The day on which the current policy took effect. Change it together with its text. */
const PRIVACY_VERSION = "2026-11-23";

export const handle = { messages: ["privacy"] } satisfies PageMessages;

const SECTIONS = [
  "controller",
  "data",
  "reasons",
  "recipients",
  "retention",
  "winners",
  "mail",
  "cookies",
  "security",
  "rights",
  "complaints",
] as const;

export function loader({ context }: LoaderFunctionArgs) {
  const { name, address, companyNumber, email } = ctxOf(context).brand.current.trader;
  return { trader: { name, address, companyNumber, email }, from: PRIVACY_VERSION };
}

export default function PrivacyPage() {
  return <LegalPage words="privacy" sections={SECTIONS} {...useLoaderData<typeof loader>()} />;
}
