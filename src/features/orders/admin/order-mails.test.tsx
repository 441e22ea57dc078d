/** Each e-mail about an order has a name in both languages. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import type { JobData } from "#platform/jobs/queues.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { OrderMails } from "./order-mails.tsx";

const words = readMessages(messagesFolder());
/** All messages: the type refuses a list that lacks one. */
const MESSAGES: Record<JobData["mail" | "dispute-mail"]["message"], true> = {
  "order-confirmation": true,
  "free-entry-confirmation": true,
  "entry-void": true,
  refund: true,
  "refund-pending": true,
  "refund-failed": true,
  "dispute-opened": true,
  "dispute-opened-frozen": true,
  "dispute-won": true,
  "dispute-lost": true,
  "dispute-lost-frozen": true,
};

describe.for(["en", "fr"] as const)("in %s", (language) => {
  it.for(Object.keys(MESSAGES))("the mail %s has a name", (message) => {
    const at = new Date("2026-11-21T12:00:00Z");
    const mail = { id: "1", message, isAgain: false, recipient: "zoe@example.com", state: "sent", createdAt: at, sentAt: at };
    const html = renderToStaticMarkup(
      <I18nextProvider i18n={words[language]}>
        <MemoryRouter>
          <OrderMails mails={[mail]} />
        </MemoryRouter>
      </I18nextProvider>,
    );
    const key = message.replaceAll("-", "_") as "refund";
    expect(html).toContain(words[language].t(`admin-orders:order.mailNames.${key}`));
    expect(html).not.toContain(`>${message}<`);
  });
});
