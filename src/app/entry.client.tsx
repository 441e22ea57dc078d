/** Takes over the page that the server rendered, in the words that it was rendered with. */
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { wordsOfPage } from "#ui/words-browser.ts";

const words = wordsOfPage();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={words}>
        <HydratedRouter />
      </I18nextProvider>
    </StrictMode>,
  );
});
