/** What languages are called in a form: the shop's own in the reader's language, others as they call themselves. */
import { useTranslation } from "react-i18next";
import { isOwn, languageName } from "#shared/languages.ts";
import { type Locale, offeredLanguages } from "#shared/locale.ts";

export function useLanguageName(): (locale: Locale) => string {
  const { t } = useTranslation("admin");
  return (locale) => (isOwn(locale) ? t(`languages.${locale}`) : languageName(locale));
}

/** The languages that people are written to in, for a field that chooses one. */
export function useLanguageOptions(): { value: Locale; label: string }[] {
  const nameOf = useLanguageName();
  return offeredLanguages().map(({ locale }) => ({ value: locale, label: nameOf(locale) }));
}
