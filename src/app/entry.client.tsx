/** Takes over the page that the server rendered, in the words that it was rendered with. */
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { NonceContext } from "#ui/nonce.ts";
import { wordsOfPage } from "#ui/words-browser.ts";

const words = wordsOfPage();
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
