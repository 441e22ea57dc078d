import { useTranslation } from "react-i18next";
import { type Language, LOCALES } from "#shared/language/locale.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import type { ShopForm } from "#ui/forms/use-shop-form.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { LanguageGap } from "../../rules/language-gaps.ts";
import { LanguageGapList } from "../texts/language-gap-list.tsx";

type OwnProps = {
  /** The field `switchedOff` as typed; `saved`: its saved value. */
  field: { readonly value: string; readonly error: string | undefined } & Pick<
    React.ComponentProps<typeof SelectField>,
    "name" | "label" | "onChange"
  >;
  saved: string;
  /** What is missing in the language that is switched off. */
  gaps: readonly LanguageGap[];
  form: Pick<ShopForm, "box">;
};

/**
 * Chooses English, French or both. A language with gaps is switched on only once the list of them is
 * confirmed.
 */
export function OwnLanguages({ field, saved, gaps, form }: OwnProps) {
  const { t } = useTranslation("admin-people");
  const choices = ["", "fr", "en"] as const;
  const returning = LOCALES.find((locale) => locale === saved && locale !== field.value);
  return (
    <div className="grid gap-3">
      <SelectField
        {...field}
        options={choices.map((value) => ({ value, label: t(`shop.languageChoices.${value || "both"}`) }))}
        hint={t("shop.switchedOffHint")}
      />
      {returning && gaps.length > 0 && (
        <>
          <LanguageGapList language={returning} gaps={gaps} />
          <Checkbox {...form.box("confirm_gaps")} label={t("shop.confirmGaps")} />
        </>
      )}
    </div>
  );
}

/** `added`: languages beside English and French. `chosen`: those that visitors are offered. */
type Props = { added: readonly Language[]; chosen: readonly string[]; form: Pick<ShopForm, "box" | "field"> };

/** Chooses which added languages visitors are offered. */
export function OfferedLanguages({ added, chosen, form }: Props) {
  const { t } = useTranslation("admin-people");
  const { error } = form.field("languages");
  if (added.length === 0) return null;
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? "languages-error" : "languages-hint"}>
      <legend className="mb-2 text-sm font-[560]">{t("shop.languages")}</legend>
      {added.map(({ locale, name }) => (
        <Checkbox
          key={locale}
          id={`language-${locale}`}
          {...form.box("languages", locale, chosen.includes(locale))}
          label={<span lang={locale}>{name}</span>}
        />
      ))}
      <p id="languages-hint" className="type-small">
        {t("shop.languagesHint")} <TextLink to="/admin/texts#languages">{t("shop.languagesState")}</TextLink>
      </p>
      {error && <FieldError id="languages-error">{error}</FieldError>}
    </fieldset>
  );
}
