import { useTranslation } from "react-i18next";
import type { Language } from "#shared/language/locale.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import type { ShopForm } from "#ui/forms/use-shop-form.tsx";
import { TextLink } from "#ui/text/text-link.tsx";

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
