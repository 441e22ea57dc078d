/** The function by which the server writes a page's texts into it. */
import type { i18n } from "i18next";
import type { InlineMessages } from "./messages-inlined.tsx";

export function inlineMessages(messages: i18n): InlineMessages {
  const texts = messages.getDataByLanguage(messages.language) ?? {};
  return (namespaces) => JSON.stringify(Object.fromEntries(namespaces.map((namespace) => [namespace, texts[namespace]])));
}
