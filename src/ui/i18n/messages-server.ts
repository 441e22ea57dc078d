import type { i18n } from "i18next";
import type { InlineMessages } from "./messages-inlined.tsx";

export function inlineMessages(words: i18n): InlineMessages {
  const texts = words.getDataByLanguage(words.language) ?? {};
  return (namespaces) => JSON.stringify(Object.fromEntries(namespaces.map((namespace) => [namespace, texts[namespace]])));
}
