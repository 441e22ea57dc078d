/** Takes over the page that the server rendered, in the words that it was rendered with. */
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { DEMO_BRAND } from "#shared/brand.ts";
import { setTicketFront } from "#shared/ids.ts";
import { readLanguages } from "#shared/locale.ts";
import { messagesOfPage } from "#ui/i18n/messages-browser.ts";
import { NonceContext } from "#ui/nonce.ts";

const { languages, tickets } = document.documentElement.dataset;
if (languages) readLanguages(languages);
const words = messagesOfPage();
setTicketFront(tickets ?? DEMO_BRAND.ticketFront);
const nonce = document.querySelector<HTMLElement>("[nonce]")?.nonce;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={words}>
        <NonceContext value={nonce}>
          <HydratedRouter />
        </NonceContext>
      </I18nextProvider>
    </StrictMode>,
  );
});
