/** The form that answers a message by mail, with templates. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useRevalidator } from "react-router";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import {
  type AnswerTemplate,
  fillTemplate,
  LONGEST_ENTRY,
  type TemplateValues,
  unfilledPlaceholder,
} from "../rules/conversation.ts";
import type { WriteError } from "../server/conversations/answer-message.ts";
import type { AssignError } from "../server/conversations/assign-message.ts";

/** `reply`: an answer. `paste`: a message that came by e-mail. */
export const CONVERSATION_INTENTS = ["reply", "note", "paste", "assign"] as const;
type ConversationIntent = (typeof CONVERSATION_INTENTS)[number];
export type ConversationReply = FormReply<ConversationIntent, Exclude<WriteError | AssignError, "forbidden"> | "failed">;

type TemplateProps = { templates: readonly AnswerTemplate[]; locale: string; values: TemplateValues };

/** The template's text in the player's language, with the known values. */
export function textOfTemplate({ text, textFr }: AnswerTemplate, locale: string, values: TemplateValues): string {
  return fillTemplate(locale === "fr" ? (textFr ?? text) : text, values);
}

/** Inserts a template's text. Without scripts it reloads the page, whose loader fills in the text. */
export function TemplatePicker({
  templates,
  locale,
  values,
  fields = {},
  onPick,
}: TemplateProps & { fields?: Readonly<Record<string, string>>; onPick: (text: string) => void }) {
  const { t } = useTranslation("admin-inbox");
  const [picked, setPicked] = useState("");
  if (templates.length === 0) return null;
  const insert = () => {
    const template = templates.find(({ id }) => id === picked);
    if (template) onPick(textOfTemplate(template, locale, values));
  };
  return (
    <Form
      method="get"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        insert();
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="min-w-0 grow basis-60">
        <SelectField
          name="template"
          label={t("conversation.template")}
          value={picked}
          onChange={({ target }) => setPicked(target.value)}
          options={[
            { value: "", label: t("conversation.chooseTemplate") },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <Button type="submit" variant="outline" size="sm">
        {t("conversation.insert")}
      </Button>
      <TextLink to="/admin/messages/templates" className="min-h-11 content-center">
        {t("templates.title")}
      </TextLink>
    </Form>
  );
}

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
  const { revalidate } = useRevalidator();
  const form = useShopForm<ConversationReply>({
    intent: "reply",
    say,
    onDone: (reply) => toastSuccess(done(reply)),
    onRefused: (_, reply) => reply.refused?.error?.[""]?.[0] === "meanwhile" && void revalidate(),
  });
  const { defaultValue, ...field } = form.field("text", prefill);
  const [text, setText] = useState(defaultValue ?? "");
  const unfilled = unfilledPlaceholder(text);
  const pick = (picked: string) => setText((typed) => (typed.trim() === "" ? picked : `${typed.trimEnd()}\n\n${picked}`));
  return (
    <div className="grid gap-4">
      <TemplatePicker {...{ templates, locale, values }} onPick={pick} />
      <ShopFormFrame form={form} fields={{ seen: String(seen) }} className="grid gap-4">
        <TypedGuard isUnsaved={text.trim() !== ""} />
        <RequestKey newKey={form.typed("requestKey") || requestKey} />
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

type TextFormProps = { intent: "note" | "paste"; requestKey: string };

/** Adds a note, or a message that came by e-mail. */
export function EntryForm({ intent, requestKey }: TextFormProps) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { say, done } = useConversationTexts();
  const form = useShopForm<ConversationReply>({ intent, say, onDone: (reply) => toastSuccess(done(reply)) });
  const id = useId();
  return (
    <ShopFormFrame form={form} className="grid gap-3">
      <TypedGuard isUnsaved={form.isRefused} />
      <RequestKey newKey={form.typed("requestKey") || requestKey} />
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
