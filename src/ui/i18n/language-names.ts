/** Names of languages in a form: the shop's own in the reader's language, others in their own. */
import { useTranslation } from "react-i18next";
import { isOwn, languageName } from "#shared/language/languages.ts";
import { type Locale, offeredLanguages } from "#shared/language/locale.ts";

/** The name of a language for the reader. */
export function useLanguageName(): (locale: Locale) => string {
  const { t } = useTranslation("admin");
  return (locale) => (isOwn(locale) ? t(`languages.${locale}`) : languageName(locale));
}

/** Options of a select field: the languages in which people can be written to. */
export function useLanguageOptions(): { value: Locale; label: string }[] {
  const nameOf = useLanguageName();
  return offeredLanguages().map(({ locale }) => ({ value: locale, label: nameOf(locale) }));
}
