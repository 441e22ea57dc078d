import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { setTicketFront } from "#shared/ids.ts";
import { readLanguages } from "#shared/language/locale.ts";
import { messagesOfPage } from "#ui/i18n/messages-browser.ts";
import { NonceContext } from "#ui/loading/nonce.ts";
import { guardTexts, isTranslated } from "./app/shell/translated-texts.ts";

const { languages, tickets } = document.documentElement.dataset;
if (languages) readLanguages(languages);
const words = messagesOfPage();
if (tickets) setTicketFront(tickets);
const nonce = document.querySelector<HTMLElement>("[nonce]")?.nonce;

function hydrate(): void {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={words}>
        <NonceContext value={nonce}>
          <HydratedRouter />
        </NonceContext>
      </I18nextProvider>
    </StrictMode>,
    {
      // The page was translated during hydration: React renders it again.
      onRecoverableError: (error) => {
        if (!isTranslated()) reportError(error);
      },
    },
  );
}

// On a translated page without interruption, since the translator translates the restored texts again.
if (guardTexts()) hydrate();
else startTransition(hydrate);
