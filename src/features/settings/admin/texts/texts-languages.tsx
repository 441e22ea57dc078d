import { useTranslation } from "react-i18next";
import { isOwn } from "#shared/language/languages.ts";
import type { OwnLocale } from "#shared/language/locale.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LanguageGap } from "../../rules/language-gaps.ts";
import type { ShownLanguage } from "../../rules/language-state.ts";
import { LanguageGapList } from "./language-gap-list.tsx";

/** `gaps`: what the shop itself has not written. */
type Props = { languages: readonly ShownLanguage[]; gaps: Readonly<Record<OwnLocale, readonly LanguageGap[]>> };

/** How complete each language is, and what is missing. */
export function TextLanguages({ languages, gaps }: Props) {
  const { t } = useTranslation("admin-texts");
  return (
    <AdminCard id="languages" title={t("languages.title")} note={t("languages.note")}>
      <ul className="grid gap-5">
        {languages.map((language) => (
          <li key={language.locale} className="grid gap-1">
            <p className="flex flex-wrap items-baseline gap-x-4">
              <strong lang={language.locale}>{language.name}</strong>
              <span className="text-muted">{t(`languages.${stateOf(language)}`)}</span>
              {stateOf(language) === "notOffered" && (
                <a href={`/?lng=${language.locale}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
                  {t("languages.look")}
                </a>
              )}
            </p>
            <Share label={t("languages.players")} {...language.players} />
            <Share label={t("languages.staff")} {...language.staff} />
            {language.files.length > 0 && <MissingMessages files={language.files} />}
            {isOwn(language.locale) && gaps[language.locale].length > 0 && (
              <LanguageGapList language={language.locale} gaps={gaps[language.locale]} />
            )}
          </li>
        ))}
      </ul>
    </AdminCard>
  );
}

function stateOf({ locale, isOffered }: ShownLanguage): "offered" | "notOffered" | "switchedOff" {
  if (isOffered) return "offered";
  return isOwn(locale) ? "switchedOff" : "notOffered";
}

function Share({ label, has, total }: { label: string; has: number; total: number }) {
  const { t } = useTranslation("admin-texts");
  const { number, percent } = useFormat();
  // Round down, so that "100%" means complete.
  const share = has === total ? percent(1, 0) : percent(Math.floor((has / total) * 1000) / 1000);
  return <p>{t("languages.share", { label, has: number(has), total: number(total), share })}</p>;
}

function MissingMessages({ files }: Pick<ShownLanguage, "files">) {
  const { t } = useTranslation("admin-texts");
  const { number } = useFormat();
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        {t("languages.toDo")}
      </summary>
      <dl className="grid gap-3">
        {files.map(({ namespace, has, total, paths, more }) => (
          <div key={namespace}>
            <dt className="font-[560]">
              {t("languages.share", {
                ...{ label: `${namespace}.json`, has: number(has), total: number(total) },
                share: t("languages.open", { count: paths.length + more }),
              })}
            </dt>
            <dd className="type-small wrap-anywhere">
              {paths.join(", ")}
              {more > 0 && ` ${t("languages.more", { count: more })}`}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
