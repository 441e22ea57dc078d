/** The editor of a long text: headings and texts in plain fields, moved by buttons that also work without scripts. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { Locale } from "#shared/locale.ts";
import { hasSections, LONGEST_TEXT, type TextBody, type TextDocument, type TextProblem } from "#shared/site-text.ts";
import { TEXT_VALUES } from "#shared/text-markup.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { EnterSends, IntentButton } from "#ui/fields/intent-button.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import type { useTypedForm } from "#ui/fields/use-typed-form.ts";

const VALUES = TEXT_VALUES.map((value) => `{{${value}}}`).join(", ");

/** `language`: of the words in the fields, which spelling and direction follow. */
type Props = {
  document: TextDocument;
  language: Locale;
  /** What the fields begin with. */
  body: TextBody;
  form: ReturnType<typeof useTypedForm>;
  wrong: TextProblem | undefined;
};

export function TextEditor({ document, language, body: drawn, form, wrong }: Props) {
  const { t } = useTranslation("admin-texts");
  const said = wrong && t(`texts.problems.${wrong.problem}`, { what: wrong.what ?? "" });
  // The fields keep what is typed, so their sections stay as they were drawn.
  const [body] = useState(drawn);
  const isLong = hasSections(document);
  const last = body.sections.length - 1;
  const words = { lang: language, dir: "auto" } as const;
  return (
    <Form {...form.events} method="post" className="grid gap-6">
      <Allowed right="texts.write">
        <EnterSends intent="save" />
      </Allowed>
      <input type="hidden" name="version" value={form.version} />
      <AdminCard title={t(`texts.documents.${document}`)} note={t(`texts.${isLong ? "help" : "helpLines"}`, { values: VALUES })}>
        <TextArea
          {...words}
          name="lead"
          label={t(isLong ? "texts.lead" : "texts.lines")}
          defaultValue={body.lead}
          rows={isLong ? 3 : 5}
          maxLength={LONGEST_TEXT.lead}
          error={wrong && wrong.at === undefined ? said : undefined}
        />
      </AdminCard>
      {body.sections.map(({ id, title, text }, at) => (
        <AdminCard key={id} title={t("texts.section", { n: at + 1 })}>
          <div className="grid gap-5">
            <input type="hidden" name="id" value={id} />
            <TextField
              {...words}
              name="title"
              id={`title-${id}`}
              label={t("texts.heading")}
              defaultValue={title}
              maxLength={LONGEST_TEXT.title}
            />
            <TextArea
              {...words}
              name="text"
              id={`text-${id}`}
              label={t("texts.text")}
              defaultValue={text}
              rows={Math.min(16, 4 + Math.ceil(text.length / 120))}
              maxLength={LONGEST_TEXT.text}
              error={wrong?.at === at ? said : undefined}
            />
            <div className="flex flex-wrap gap-3">
              {at > 0 && (
                <IntentButton intent={`up ${at}`} variant="tertiary">
                  {t("texts.up")}
                </IntentButton>
              )}
              {at < last && (
                <IntentButton intent={`down ${at}`} variant="tertiary">
                  {t("texts.down")}
                </IntentButton>
              )}
              <IntentButton intent={`remove ${at}`} variant="tertiary">
                {t("texts.remove")}
              </IntentButton>
            </div>
          </div>
        </AdminCard>
      ))}
      <Allowed right="texts.write">
        <div className="flex flex-wrap gap-3">
          {isLong && (
            <IntentButton intent="add" variant="outline">
              {t("texts.add")}
            </IntentButton>
          )}
          <IntentButton intent="save">{t("texts.save")}</IntentButton>
        </div>
      </Allowed>
    </Form>
  );
}
