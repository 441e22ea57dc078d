/** A new key: its name, what it may read, and when it ends; and what the page of keys answers to its forms. */
import type { ParseKeys, TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { API_SCOPES, type ApiScope, KEY_DAYS, LONGEST_KEY_NAME, MOST_KEYS } from "../rules/api-key.ts";
import type { MakeKeyError } from "../server/api-keys.ts";

export function scopeText(scope: ApiScope): ParseKeys<"admin-api"> {
  return `keys.scope.${scope.replace(".", "_") as ScopeKey<ApiScope>}`;
}
type ScopeKey<Scope extends string> = Scope extends `${infer Group}.${infer Verb}` ? `${Group}_${Verb}` : never;

type Props = { error: KeyErrorText | undefined; typed: KeyReply["typed"]; requestKey: string };

export function ApiKeyForm({ error, typed, requestKey }: Props) {
  const { t } = useTranslation("admin-api");
  const { number } = useFormat();
  const at = (field: KeyErrorText["at"]) => (error?.at === field ? error?.text : undefined);
  return (
    <Form method="post" className="grid gap-6" data-needs-proof="">
      <RequestKey fresh={requestKey} />
      <TypedGuard isUnsaved={typed !== undefined} />
      {error && error.at === undefined && <Note tone="danger" title={error.text} role="alert" />}
      <TextField
        label={t("keys.name")}
        name="name"
        required
        maxLength={LONGEST_KEY_NAME}
        defaultValue={typed?.name}
        autoComplete="off"
        hint={t("keys.nameHint")}
        error={at("name")}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-[0.9375rem] font-[560]">{t("keys.scopes")}</legend>
        {API_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            id={`scope-${scope}`}
            name="scope"
            value={scope}
            defaultChecked={typed?.scopes.includes(scope)}
            label={t(scopeText(scope))}
            description={<code translate="no">{scope}</code>}
          />
        ))}
        {at("scope") !== undefined && <FieldError id="scope-error">{at("scope")}</FieldError>}
      </fieldset>
      <SelectField
        label={t("keys.expiresAfter")}
        name="days"
        defaultValue={typed?.days ?? "90"}
        options={KEY_DAYS.map((days) => ({ value: String(days), label: t("keys.days", { n: number(days) }) }))}
        error={at("days")}
      />
      <IntentButton intent="create" size="sm" className="justify-self-start">
        {t("keys.create")}
      </IntentButton>
    </Form>
  );
}

type Said = Exclude<MakeKeyError, "forbidden" | "proof_needed"> | "not_found" | "over" | "failed";

/** `made`: a new key, told this once. Without `error` it is done. */
export type KeyReply = {
  readonly intent: "create" | "rotate" | "revoke";
  readonly made: string | undefined;
  readonly error: Said | undefined;
  /** What was typed for a new key, where it is refused. */
  readonly typed?: { readonly name: string; readonly scopes: readonly string[]; readonly days: string } | undefined;
};

/** `at`: the field that it is about, if any. */
type KeyErrorText = { readonly at: "name" | "scope" | "days" | undefined; readonly text: string };

export function keyErrorText(t: TFunction<"admin-api">, error: Said | undefined): KeyErrorText | undefined {
  if (error === undefined) return undefined;
  const text = error === "failed" ? t("keys.failed") : t(`keys.errors.${error}`, { n: MOST_KEYS });
  return { at: FIELD[error], text };
}

const FIELD: Partial<Record<Said, KeyErrorText["at"]>> = {
  no_name: "name",
  no_scope: "scope",
  bad_scope: "scope",
  not_yours: "scope",
  bad_expiry: "days",
};
