import { useTranslation } from "react-i18next";
import type { OwnLocale } from "#shared/language/locale.ts";
import { wordsIn } from "#shared/language/locale.ts";
import { useLocale } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import type { LanguageGap } from "../../rules/language-gaps.ts";

/** Address of the field to fill in, once the language is in use. */
function addressOf(gap: LanguageGap, language: OwnLocale): string {
  if (gap.kind === "text") return `/admin/texts?document=${gap.document}&language=${language}`;
  return gap.kind === "draw" ? `/admin/lotteries?form=${gap.id}` : `/admin/practice#${gap.key}-${language}`;
}

/** What is missing in a language, with links. Texts: "admin-texts" and "promise". */
export function LanguageGapList({ language, gaps }: { language: OwnLocale; gaps: readonly LanguageGap[] }) {
  const { t } = useTranslation(["admin-texts", "promise"]);
  const locale = useLocale();
  const nameOf = (gap: LanguageGap) => {
    if (gap.kind === "draw") return wordsIn(gap.title, locale);
    return t(gap.kind === "text" ? `texts.documents.${gap.document}` : `promise:clauses.${gap.key}.title`);
  };
  const aboutOf = (gap: LanguageGap) => {
    if (gap.kind === "text") return t("texts.title");
    if (gap.kind === "statement") return t("texts.promise");
    return [...gap.missing.map((part) => t(`gaps.parts.${part}`)), ...(gap.isFinal ? [t("gaps.final")] : [])].join(", ");
  };
  return (
    <>
      <p className="font-[560]">{t(`gaps.heading_${language}`)}</p>
      <ul className="grid">
        {gaps.map((gap) => {
          const address = addressOf(gap, language);
          return (
            <li key={address} className="flex flex-wrap items-baseline gap-x-3">
              <TextLink to={address}>{nameOf(gap)}</TextLink>
              <span className="type-small">{aboutOf(gap)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
