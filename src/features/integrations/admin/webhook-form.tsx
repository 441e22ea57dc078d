/** The form of a webhook endpoint, and the actions on one. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { wordsIn } from "#shared/language/locale.ts";
import { Button } from "#ui/button.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useDisplayedVersion } from "#ui/fields/use-displayed-version.ts";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useLocale } from "#ui/i18n/messages.ts";
import { LONGEST_ADDRESS, MOST_ENDPOINTS } from "../rules/delivery.ts";
import { EVENT_TYPES, EVENTS } from "../rules/event.ts";
import type { addEndpoint, changeEndpoint } from "../server/manage-webhooks.ts";

/** `endpoint`: the one to change. `reachesLoopback`: the demonstration allows addresses of this machine. */
type Props = {
  intent: "add" | "change";
  endpoint?: { readonly url: string; readonly events: readonly string[]; readonly version: string };
  reachesLoopback: boolean;
};

/** Address and event types. */
export function WebhookForm({ intent, endpoint, reachesLoopback }: Props) {
  const { t } = useTranslation("admin-api");
  const locale = useLocale();
  const form = useShopForm<HookReply>({ intent, navigates: true, say: useHookError() });
  const drawn = useDisplayedVersion(endpoint?.version, form.reply);
  const { error } = form.field("event");
  return (
    <ShopFormFrame form={form} fields={drawn === undefined ? {} : { version: drawn }} needsReauth className="grid gap-6">
      <TypedGuard isUnsaved={form.isRefused} saved={form.isDone ? form.reply : undefined} />
      <FormProblem form={form} />
      <TextField
        {...form.field("url", endpoint?.url)}
        label={t("hooks.address")}
        inputMode="url"
        autoCapitalize="none"
        required
        maxLength={LONGEST_ADDRESS}
        autoComplete="off"
        spellCheck={false}
        hint={t(reachesLoopback ? "hooks.addressHintDemo" : "hooks.addressHint")}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-[0.9375rem] font-[560]">{t("hooks.events")}</legend>
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            {...form.box("event", type, endpoint?.events.includes(type))}
            id={`event-${type}`}
            label={wordsIn(EVENTS[type].says, locale)}
            description={<code translate="no">{type}</code>}
          />
        ))}
        {error !== undefined && <FieldError id="event-error">{error}</FieldError>}
      </fieldset>
      <Button
        type="submit"
        size="sm"
        className="justify-self-start"
        variant={intent === "add" ? "gold" : "outline"}
        busy={form.isBusy}
      >
        {t(intent === "add" ? "hooks.add" : "hooks.save")}
      </Button>
    </ShopFormFrame>
  );
}

type Refused = Extract<Awaited<ReturnType<typeof addEndpoint | typeof changeEndpoint>>, { ok: false }>["error"];
type HookError = Exclude<Refused, "forbidden" | "reauth_needed"> | "failed";

export const HOOK_INTENTS = ["change", "test", "pause", "resume", "rotate", "remove", "resend"] as const;
type HookIntent = (typeof HOOK_INTENTS)[number] | "add";

/** `secret`: the new signing secret, shown once. */
export type HookReply = FormReply<HookIntent, HookError> & { readonly secret?: string | undefined };

/** The sentence of an error. */
export function useHookError(): (error: HookError) => string {
  const { t } = useTranslation("admin-api");
  return (error) => (error === "failed" ? t("hooks.failed") : t(`hooks.errors.${error}`, { n: MOST_ENDPOINTS }));
}

/** Field of an error; none if it is shown above the form. */
export function hookAt(error: HookError): { readonly [error in HookError]?: string } {
  if (error === "no_events" || error === "bad_event") return { [error]: "event" };
  return ["too_many", "not_found", "changed_meanwhile", "failed"].includes(error) ? {} : { [error]: "url" };
}

/** Sentences after actions of one button. */
const DONE = { test: "hooks.tested", pause: "hooks.paused", resume: "hooks.resumed" } as const;
const SAVED = { ...DONE, change: "hooks.saved", resend: "hooks.resent" } as const;

/** The sentence after an action. */
export function hookDoneText(t: TFunction<"admin-api">, { intent }: HookReply): string | undefined {
  return intent in SAVED ? t(SAVED[intent as keyof typeof SAVED]) : undefined;
}

/** Buttons: test, pause or resume, new secret, remove. */
export function WebhookActions({ isPaused, onSecret }: { isPaused: boolean; onSecret: (secret: string) => void }) {
  return (
    <>
      <ActAtOnce intent="test" />
      <ActAtOnce intent={isPaused ? "resume" : "pause"} />
      <ActAfterQuestion intent="rotate" onDone={({ secret }) => secret !== undefined && onSecret(secret)} />
      <ActAfterQuestion intent="remove" />
    </>
  );
}

function ActAtOnce({ intent }: { intent: keyof typeof DONE }) {
  const { t } = useTranslation("admin-api");
  return (
    <ActionButton<HookReply>
      intent={intent}
      say={useHookError()}
      done={(reply) => hookDoneText(t, reply)}
      needsReauth={intent !== "pause"}
      formClassName="contents"
      variant="outline"
      size="sm"
    >
      {t(`hooks.${intent}`)}
    </ActionButton>
  );
}

function ActAfterQuestion({ intent, onDone }: { intent: "rotate" | "remove"; onDone?: (reply: HookReply) => void }) {
  const { t } = useTranslation("admin-api");
  const [isOpen, setOpen] = useDialogOpen(intent);
  return (
    <>
      <DialogButton dialog={intent} variant={intent === "remove" ? "danger" : "outline"} size="sm" onOpen={() => setOpen(true)}>
        {t(`hooks.${intent}`)}
      </DialogButton>
      <ConfirmDialog<HookReply>
        open={isOpen}
        onClose={() => setOpen(false)}
        intent={intent}
        title={t(`hooks.${intent}Title`)}
        description={t(`hooks.${intent}Text`)}
        confirmLabel={t(`hooks.${intent}`)}
        tone={intent === "remove" ? "danger" : "plain"}
        say={useHookError()}
        {...(onDone && { onDone })}
        closesOnRefusal
        needsReauth
      />
    </>
  );
}
