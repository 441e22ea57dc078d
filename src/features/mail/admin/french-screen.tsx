/** Shows a screen in French whatever the language of the interface, including the shared components in it. */
import type { ResourceLanguage } from "i18next";
import { type ReactNode, useState } from "react";
import { I18nextProvider, useTranslation } from "react-i18next";
import { messagesIn } from "#ui/i18n/messages-browser.ts";

export function FrenchScreen({ words, children }: { words: ResourceLanguage; children: ReactNode }) {
  const shop = useTranslation("common").t("shop");
  const [french] = useState(() => messagesIn("fr", shop, words));
  return (
    <I18nextProvider i18n={french}>
      <div lang="fr">{children}</div>
    </I18nextProvider>
  );
}
