/** A field that inserts the text of a template. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { toLocale } from "#shared/language/languages.ts";
import { wordsIn } from "#shared/language/locale.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { type AnswerTemplate, fillTemplate, type TemplateValues } from "../rules/conversation.ts";

export type TemplateProps = { templates: readonly AnswerTemplate[]; locale: string; values: TemplateValues };

/** The template's text in the player's language, with the known values. */
export function textOfTemplate({ text, textFr }: AnswerTemplate, locale: string, values: TemplateValues): string {
  return fillTemplate(wordsIn({ en: text, fr: textFr }, toLocale(locale)), values);
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
  const id = useId();
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
          id={id}
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

/** The typed text with a template's text at its end. */
export function addTemplate(typed: string, picked: string): string {
  return typed.trim() === "" ? picked : `${typed.trimEnd()}\n\n${picked}`;
}
