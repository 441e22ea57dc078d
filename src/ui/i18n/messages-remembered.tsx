/** On load, the language chosen earlier in this browser replaces the server's choice. Renders nothing. */
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRevalidator } from "react-router";
import { requestedLocale } from "#shared/language/locale.ts";
import { rememberedLocale, rememberLocale, switchMessages } from "./messages-browser.ts";
import { useLocale } from "./messages.ts";

/** `?lng=` wins, else the language in local storage; the result is stored. */
export function RememberedLanguage() {
  const { i18n } = useTranslation();
  const shown = useLocale();
  const { search } = useLocation();
  const { revalidate } = useRevalidator();
  const settle = useEffectEvent(async () => {
    const remembered = requestedLocale(search) ? undefined : rememberedLocale();
    if (remembered === undefined || remembered === shown) rememberLocale(shown);
    else if (await switchMessages(i18n, remembered)) await revalidate();
  });
  useEffect(() => {
    void settle();
  }, []);
  return null;
}
