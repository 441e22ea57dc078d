/** The form of a letter: texts, a preview with the number of recipients, and the button that sends it. */
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OwnLocale } from "#shared/language/locale.ts";
import { hasBothLanguages, isInUse } from "#shared/language/own-languages.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { findRefusedPhrase } from "../../rules/advertising-words.ts";
import { LETTER_PLACEHOLDERS, LETTER_TOPICS, type LetterProblem, LONGEST_LETTER } from "../../rules/letter.ts";

export const LETTER_FIELDS = ["topic", "subject", "text", "subjectFr", "textFr"] as const;
type Draft = Readonly<Record<(typeof LETTER_FIELDS)[number], string>>;

/** `draft`: what is previewed, and then sent. */
type Preview = {
  readonly draft: Draft;
  readonly mails: readonly { readonly locale: string; readonly subject: string; readonly text: string }[];
};

/** `sent`: the number of recipients. */
export type LetterReply = FormReply<"preview" | "send", LetterProblem | "no_topic" | "no_recipients" | "not_found" | "failed"> & {
  readonly preview?: Preview;
  readonly sent?: number;
};

const PLACEHOLDER_LIST = LETTER_PLACEHOLDERS.map((name) => `{{${name}}}`).join(", ");

export function LetterForm({ recipients, requestKey }: { recipients: number; requestKey: string }) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { number } = useFormat();
  const [isChanged, setChanged] = useState(false);
  const say = (code: CodeOf<LetterReply>, name: string, reply: LetterReply | undefined) => {
    const phrase = findRefusedPhrase(String(reply?.refused?.initialValue?.[name] ?? ""))?.phrase;
    return t(`letters.errors.${code}`, { list: PLACEHOLDER_LIST, phrase });
  };
  const form = useShopForm<LetterReply>({ intent: "preview", say, onDone: () => setChanged(false) });
  const preview = form.isDone && !isChanged ? form.reply?.preview : undefined;
  const draft = form.reply?.preview?.draft;
  const placeholders = t("letters.textHint", { list: PLACEHOLDER_LIST });
  const field = (name: keyof Draft) => ({ ...form.field(name, draft?.[name]), id: `letter-${name}` });
  const topics = LETTER_TOPICS.map((topic) => ({ value: topic, label: t(`letters.topics.${topic}`) }));
  const count = { count: recipients, n: number(recipients) };
  return (
    <div className="grid max-w-[46rem] gap-6">
      <ShopFormFrame form={form} className="grid gap-4" onChange={() => setChanged(true)}>
        <TypedGuard isUnsaved={isChanged || preview !== undefined} keepsOnQueryChange={false} />
        <FormProblem form={form} />
        <SelectField
          {...field("topic")}
          label={t("letters.topic")}
          options={[{ value: "", label: t("letters.chooseTopic") }, ...topics]}
        />
        {isInUse("en") && (
          <LetterText
            lang="en"
            subject={{ ...field("subject"), label: t("letters.subject") }}
            text={{ ...field("text"), label: t("letters.text"), hint: placeholders }}
          />
        )}
        {isInUse("fr") && (
          <LetterText
            lang="fr"
            subject={{ ...field("subjectFr"), label: t("letters.subjectFr") }}
            text={{
              ...field("textFr"),
              label: t("letters.textFr"),
              hint: hasBothLanguages() ? t("templates.textFrHint") : placeholders,
            }}
          />
        )}
        <Button type="submit" size="sm" variant={preview ? "outline" : "gold"} className="justify-self-start" busy={form.isBusy}>
          {t("letters.preview")}
        </Button>
      </ShopFormFrame>
      {preview && (
        <section className="grid gap-4 border-t border-line pt-6" aria-label={t("letters.previewTitle")}>
          <h3 className="type-h3">{t("letters.previewTitle")}</h3>
          {preview.mails.map(({ locale, subject, text }) => (
            <div key={locale} lang={locale} className="rounded-[8px] border border-line p-5">
              <p className="font-[560] wrap-anywhere">{subject}</p>
              <p className="mt-3 whitespace-pre-wrap wrap-anywhere">{text}</p>
            </div>
          ))}
          <ActionButton<LetterReply>
            intent="send"
            fields={{ ...preview.draft, requestKey }}
            needsReauth
            say={say}
            done={({ sent = 0 }) => t("letters.sent", { count: sent, n: number(sent) })}
            size="sm"
            aria-disabled={recipients === 0 || undefined}
          >
            {t("letters.send", count)}
          </ActionButton>
        </section>
      )}
    </div>
  );
}

type LetterTextProps = {
  lang: OwnLocale;
  subject: ComponentProps<typeof TextField>;
  text: ComponentProps<typeof TextArea>;
};

/** The fields of the texts in one language. */
function LetterText({ lang, subject, text }: LetterTextProps) {
  return (
    <>
      <TextField {...subject} lang={lang} maxLength={LONGEST_LETTER.subject} autoComplete="off" />
      <TextArea {...text} lang={lang} rows={9} maxLength={LONGEST_LETTER.text} />
    </>
  );
}
