/** The form that answers a message by mail, with templates. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, type ShopForm, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { LONGEST_ENTRY, unfilledPlaceholder } from "../rules/conversation.ts";
import type { WriteError } from "../server/conversations/answer-message.ts";
import type { AssignError } from "../server/conversations/assign-message.ts";
import { addTemplate, TemplatePicker, type TemplateProps } from "./template-picker.tsx";

/** `reply`: an answer. `paste`: a message that came by e-mail. */
export const CONVERSATION_INTENTS = ["reply", "note", "paste", "assign"] as const;
type ConversationIntent = (typeof CONVERSATION_INTENTS)[number];
export type ConversationReply = FormReply<ConversationIntent, Exclude<WriteError | AssignError, "forbidden"> | "failed">;

type Props = TemplateProps & {
  requestKey: string;
  /** Messages and answers on the page, besides the first message. */
  seen: number;
  /** Initial text: of a template that was chosen without scripts. */
  prefill: string;
  /** Whether the complaint is still to be decided, which this answer does not do. */
  isComplaintOpen: boolean;
};

/** Sends an answer. Keeps the typed text if the conversation went on meanwhile. */
export function AnswerForm({ templates, locale, values, requestKey, seen, prefill, isComplaintOpen }: Props) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { say, done } = useConversationTexts();
  const form = useShopForm<ConversationReply>({
    intent: "reply",
    say,
    onDone: (reply) => toastSuccess(done(reply)),
    onRefused: useReloadMeanwhile(),
  });
  const { defaultValue, ...field } = form.field("text", prefill);
  const [text, setText] = useState(defaultValue ?? "");
  const unfilled = unfilledPlaceholder(text);
  return (
    <div className="grid gap-4">
      <TemplatePicker {...{ templates, locale, values }} onPick={(picked) => setText((typed) => addTemplate(typed, picked))} />
      <ShopFormFrame form={form} fields={{ seen: String(seen) }} className="grid gap-4">
        <TypedGuard isUnsaved={text.trim() !== ""} />
        <RetryKey form={form} newKey={requestKey} />
        <FormProblem form={form} />
        <TextArea
          {...field}
          id="reply-text"
          label={t("conversation.answer")}
          hint={unfilled === undefined ? t("complaints.answerHint") : t("conversation.fillIn", { placeholder: unfilled })}
          rows={9}
          maxLength={LONGEST_ENTRY.answer}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {!isComplaintOpen && <Checkbox {...form.box("closes")} id="reply-closes" label={t("conversation.closes")} />}
        <Button
          type="submit"
          size="sm"
          variant={isComplaintOpen ? "outline" : "gold"}
          className="justify-self-start"
          busy={form.isBusy}
          busyLabel={t("admin:kit.saving")}
        >
          {t("conversation.send")}
        </Button>
      </ShopFormFrame>
    </div>
  );
}

/** Reloads the page's data, with a new key, if the conversation went on meanwhile. */
export function useReloadMeanwhile() {
  const { revalidate } = useRevalidator();
  return (_problem: string | undefined, reply: FormReply) =>
    void (reply.refused?.error?.[""]?.[0] === "meanwhile" && revalidate());
}

/** The key of the refused request, for a retry. A new key once that request is known to be stored. */
export function RetryKey({ form, newKey }: { form: Pick<ShopForm, "code" | "typed">; newKey: string }) {
  const key = (form.code !== "meanwhile" && form.typed("requestKey")) || newKey;
  return <RequestKey key={form.code === "meanwhile" ? newKey : ""} newKey={key} />;
}

type TextFormProps = { intent: "note" | "paste"; requestKey: string };

/** Adds a note, or a message that came by e-mail. */
export function EntryForm({ intent, requestKey }: TextFormProps) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { say, done } = useConversationTexts();
  const form = useShopForm<ConversationReply>({
    intent,
    say,
    onDone: (reply) => toastSuccess(done(reply)),
    onRefused: useReloadMeanwhile(),
  });
  const id = useId();
  return (
    <ShopFormFrame form={form} className="grid gap-3">
      <TypedGuard isUnsaved={form.isRefused} />
      <RetryKey form={form} newKey={requestKey} />
      <FormProblem form={form} />
      <TextArea
        {...form.field("text")}
        id={id}
        label={t(`conversation.${intent}.text`)}
        hint={t(`conversation.${intent}.hint`)}
        rows={intent === "note" ? 3 : 6}
        maxLength={LONGEST_ENTRY[intent === "note" ? "note" : "email"]}
      />
      <Button
        type="submit"
        variant="outline"
        size="sm"
        className="justify-self-start"
        busy={form.isBusy}
        busyLabel={t("admin:kit.saving")}
      >
        {t(`conversation.${intent}.save`)}
      </Button>
    </ShopFormFrame>
  );
}

/** Sentence after each action. */
export const CONVERSATION_DONE = {
  reply: "conversation.said.reply",
  note: "conversation.said.note",
  paste: "conversation.said.paste",
  assign: "conversation.said.assign",
} as const satisfies Record<ConversationIntent, string>;

export function useConversationTexts() {
  const { t } = useTranslation("admin-inbox");
  return {
    say: (code: CodeOf<ConversationReply>) => t(`conversation.errors.${code}`),
    done: ({ intent }: ConversationReply) => t(CONVERSATION_DONE[intent]),
  };
}
