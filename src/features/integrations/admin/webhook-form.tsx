/** An endpoint: where events go, and which. */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { wordsIn } from "#shared/locale.ts";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { FieldError } from "#ui/fields/field-error.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useLocale } from "#ui/i18n/messages.ts";
import { LONGEST_ADDRESS } from "../rules/delivery.ts";
import { EVENT_TYPES, EVENTS } from "../rules/event.ts";
import type { HookErrorText } from "./webhook-reply.ts";

type Props = {
  intent: "add" | "change";
  values: { readonly url: string; readonly events: readonly string[] };
  error: HookErrorText | undefined;
  /** This machine may be named, too. */
  reachesLoopback: boolean;
};

export function WebhookForm({ intent, values, error, reachesLoopback }: Props) {
  const { t } = useTranslation("admin-api");
  const locale = useLocale();
  const at = (field: HookErrorText["at"]) => (error?.at === field ? error?.text : undefined);
  return (
    <Form method="post" className="grid gap-6" data-needs-proof="">
      {error && error.at === undefined && <Note tone="danger" title={error.text} role="alert" />}
      <TextField
        label={t("hooks.address")}
        name="url"
        type="url"
        required
        maxLength={LONGEST_ADDRESS}
        defaultValue={values.url}
        autoComplete="off"
        spellCheck={false}
        hint={t(reachesLoopback ? "hooks.addressHintDemo" : "hooks.addressHint")}
        error={at("url")}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-[0.9375rem] font-[560]">{t("hooks.events")}</legend>
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            id={`event-${type}`}
            name="event"
            value={type}
            defaultChecked={values.events.includes(type)}
            label={wordsIn(EVENTS[type].says, locale)}
            description={<code>{type}</code>}
          />
        ))}
        {at("event") !== undefined && <FieldError id="event-error">{at("event")}</FieldError>}
      </fieldset>
      <IntentButton intent={intent} size="sm" className="justify-self-start" variant={intent === "add" ? "gold" : "outline"}>
        {t(intent === "add" ? "hooks.add" : "hooks.save")}
      </IntentButton>
    </Form>
  );
}
