import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { API_SCOPES, type ApiScope, KEY_DAYS, LONGEST_KEY_NAME, MOST_KEYS } from "../rules/api-key.ts";
import type { MakeKeyError } from "../server/api-keys.ts";

/** Text key of a scope. */
export function scopeText(scope: ApiScope): ParseKeys<"admin-api"> {
  return `keys.scope.${scope.replace(".", "_") as ScopeKey<ApiScope>}`;
}
type ScopeKey<Scope extends string> = Scope extends `${infer Group}.${infer Verb}` ? `${Group}_${Verb}` : never;

type Props = { requestKey: string };

/** Makes an API key: name, scopes, lifetime. */
export function ApiKeyForm({ requestKey }: Props) {
  const { t } = useTranslation("admin-api");
  const { number } = useFormat();
  const form = useShopForm<KeyReply>({ intent: "create", navigates: true, say: useKeyError() });
  const { error } = form.field("scope");
  return (
    <ShopFormFrame form={form} needsReauth className="grid gap-6">
      <RequestKey newKey={requestKey} />
      <TypedGuard isUnsaved={form.isRefused} />
      <FormProblem form={form} />
      <TextField
        {...form.field("name")}
        label={t("keys.name")}
        required
        maxLength={LONGEST_KEY_NAME}
        autoComplete="off"
        hint={t("keys.nameHint")}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-[0.9375rem] font-[560]">{t("keys.scopes")}</legend>
        {API_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            {...form.box("scope", scope)}
            id={`scope-${scope}`}
            label={t(scopeText(scope))}
            description={<code translate="no">{scope}</code>}
          />
        ))}
        {error !== undefined && <FieldError id="scope-error">{error}</FieldError>}
      </fieldset>
      <SelectField
        {...form.field("days", "90")}
        label={t("keys.expiresAfter")}
        options={KEY_DAYS.map((days) => ({ value: String(days), label: t("keys.days", { n: number(days) }) }))}
      />
      <Button type="submit" size="sm" className="justify-self-start" busy={form.isBusy}>
        {t("keys.create")}
      </Button>
    </ShopFormFrame>
  );
}

type KeyError = Exclude<MakeKeyError, "forbidden" | "reauth_needed"> | "not_found" | "over" | "failed";

/** `made`: the new key, shown once. */
export type KeyReply = FormReply<"create" | "rotate" | "revoke", KeyError> & { readonly made?: string | undefined };

/** The sentence of an error. */
export function useKeyError(): (error: KeyError) => string {
  const { t } = useTranslation("admin-api");
  return (error) => (error === "failed" ? t("keys.failed") : t(`keys.errors.${error}`, { n: MOST_KEYS }));
}

/** Field of each error. */
export const KEY_AT = { no_name: "name", no_scope: "scope", bad_scope: "scope", not_yours: "scope", bad_expiry: "days" } as const;
