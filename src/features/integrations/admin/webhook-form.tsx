/** An endpoint: what is set for it, what can be done with it, and what its pages answer to their forms. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Form, useFetcher } from "react-router";
import { wordsIn } from "#shared/locale.ts";
import { Button } from "#ui/button.tsx";
import { AskButton, useAsked } from "#ui/feedback/asked.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useDrawnVersion } from "#ui/fields/use-drawn-version.ts";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useLocale } from "#ui/i18n/messages.ts";
import { LONGEST_ADDRESS, MOST_ENDPOINTS } from "../rules/delivery.ts";
import { EVENT_TYPES, EVENTS } from "../rules/event.ts";
import type { addEndpoint, changeEndpoint } from "../server/manage-webhooks.ts";

type Props = {
  intent: "add" | "change";
  values: { readonly url: string; readonly events: readonly string[] };
  /** Of what is set. */
  version?: string;
  error: HookErrorText | undefined;
  answer: object | undefined;
  /** This machine may be named, too. */
  reachesLoopback: boolean;
  /** The last answer, if it saved what is set. */
  saved?: object | undefined;
};

export function WebhookForm({ intent, values, version, error, answer, reachesLoopback, saved }: Props) {
  const { t } = useTranslation("admin-api");
  const locale = useLocale();
  const drawn = useDrawnVersion(version, answer);
  const at = (field: HookErrorText["at"]) => (error?.at === field ? error?.text : undefined);
  return (
    <Form method="post" className="grid gap-6" data-needs-proof="">
      {drawn !== undefined && <input type="hidden" name="version" value={drawn} />}
      <TypedGuard isUnsaved={error !== undefined} saved={saved} />
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
            description={<code translate="no">{type}</code>}
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

type Refused = Extract<Awaited<ReturnType<typeof addEndpoint | typeof changeEndpoint>>, { ok: false }>["error"];
type HookError = Exclude<Refused, "forbidden" | "proof_needed"> | "failed";

export const HOOK_INTENTS = ["change", "test", "pause", "resume", "rotate", "remove", "resend"] as const;
type HookIntent = (typeof HOOK_INTENTS)[number] | "add";

/** `secret` is told this once. Without `error` it is done; `values`: what was typed, where it is refused. */
export type HookReply = {
  readonly intent: HookIntent;
  readonly error: HookError | undefined;
  readonly secret?: string | undefined;
  readonly values?: { readonly url: string; readonly events: readonly string[] } | undefined;
};

/** `at`: the field that it is about, if any. */
type HookErrorText = { readonly at: "url" | "event" | undefined; readonly text: string };

export function hookErrorText(t: TFunction<"admin-api">, error: HookError | undefined): HookErrorText | undefined {
  if (error === undefined) return undefined;
  if (error === "failed") return { at: undefined, text: t("hooks.failed") };
  const text = t(`hooks.errors.${error}`, { n: MOST_ENDPOINTS });
  if (error === "no_events" || error === "bad_event") return { at: "event", text };
  return { at: ["too_many", "not_found", "changed_meanwhile"].includes(error) ? undefined : "url", text };
}

const DONE = { test: "hooks.tested", pause: "hooks.paused", resume: "hooks.resumed" } as const;
const SAVED = { ...DONE, change: "hooks.saved", resend: "hooks.resent" } as const;

/** What came of a form that was not refused; a new secret is shown. */
export function hookDoneText(t: TFunction<"admin-api">, { intent }: HookReply): string | undefined {
  return intent in SAVED ? t(SAVED[intent as keyof typeof SAVED]) : undefined;
}

/** `onSecret` is told a new secret, this once. */
export function WebhookActions({ isPaused, onSecret }: { isPaused: boolean; onSecret: (secret: string) => void }) {
  const { t } = useTranslation("admin-api");
  return (
    <>
      <Order intent="test" />
      <Order intent={isPaused ? "resume" : "pause"} />
      <Ask intent="rotate" onDone={({ secret }) => secret !== undefined && onSecret(secret)} />
      <Ask intent="remove" onDone={() => toastSuccess(t("hooks.removed"))} />
    </>
  );
}

/** A form, so that it works before scripts load. */
function Order({ intent }: { intent: keyof typeof DONE }) {
  const { t } = useTranslation("admin-api");
  const fetcher = useFetcher<HookReply>();
  useReply(fetcher, (reply) =>
    reply.error === undefined
      ? toastSuccess(t(DONE[reply.intent as keyof typeof DONE]))
      : toastError(hookErrorText(t, reply.error)?.text ?? ""),
  );
  return (
    <fetcher.Form method="post" className="contents" {...(intent !== "pause" && { "data-needs-proof": "" })}>
      <Button type="submit" name="intent" value={intent} variant="outline" size="sm" busy={fetcher.state !== "idle"}>
        {t(`hooks.${intent}`)}
      </Button>
    </fetcher.Form>
  );
}

function Ask({ intent, onDone }: { intent: "rotate" | "remove"; onDone: (reply: HookReply) => void }) {
  const { t } = useTranslation("admin-api");
  const fetcher = useFetcher<HookReply>();
  const [isAsked, setAsked] = useAsked(intent);
  const refused = useAnswer(fetcher, intent, isAsked)?.error;
  useReply(fetcher, (reply) => {
    setAsked(false);
    if (reply.error === undefined) onDone(reply);
    else toastError(hookErrorText(t, reply.error)?.text ?? "");
  });
  return (
    <>
      <AskButton ask={intent} variant={intent === "remove" ? "danger" : "outline"} size="sm" onAsk={() => setAsked(true)}>
        {t(`hooks.${intent}`)}
      </AskButton>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t(`hooks.${intent}Title`)}
        description={t(`hooks.${intent}Text`)}
        confirmLabel={t(`hooks.${intent}`)}
        tone={intent === "remove" ? "danger" : "plain"}
        fetcher={fetcher}
        fields={{ intent }}
        said={hookErrorText(t, refused)?.text}
        needsProof
      />
    </>
  );
}
