/** On load, the language chosen in this browser overrides the server's guess. */
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRevalidator } from "react-router";
import { askedLocale } from "#shared/language/locale.ts";
import { rememberedLocale, rememberLocale, switchMessages } from "./messages-browser.ts";
import { useLocale } from "./messages.ts";

/** Renders nothing. `?lng=` wins, else the language in local storage; the result is stored. */
export function RememberedLanguage() {
  const { i18n } = useTranslation();
  const shown = useLocale();
  const { search } = useLocation();
  const { revalidate } = useRevalidator();
  const settle = useEffectEvent(async () => {
    const remembered = askedLocale(search) ? undefined : rememberedLocale();
    if (remembered === undefined || remembered === shown) rememberLocale(shown);
    else if (await switchMessages(i18n, remembered)) await revalidate();
  });
  useEffect(() => {
    void settle();
  }, []);
  return null;
}
