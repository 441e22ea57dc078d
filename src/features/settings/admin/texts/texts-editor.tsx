import { useTranslation } from "react-i18next";
import type { Locale } from "#shared/language/locale.ts";
import { hasSections, LONGEST_TEXT, type TextBody, type TextDocument } from "#shared/text/site-text.ts";
import { TEXT_VALUES } from "#shared/text/text-markup.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { SaveBar } from "#ui/admin/save-bar.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import type { useTyped } from "#ui/fields/unsaved-guard.tsx";
import { EnterSends } from "#ui/forms/enter-sends.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem } from "#ui/forms/use-shop-form.tsx";
import type { useTextForm } from "./texts-form.ts";

/** Placeholders that texts may contain, for the hint. */
const VALUES = TEXT_VALUES.map((value) => `{{${value}}}`).join(", ");

/** `language`: of the text in the fields, for spelling and direction. */
type Props = {
  isUnsaved: boolean;
  form: ReturnType<typeof useTextForm>;
  document: TextDocument;
  language: Locale;
  body: TextBody;
  version: number;
  events: ReturnType<typeof useTyped>["events"];
};

/** The fields of a text with buttons that add, move and remove sections. */
export function TextEditor({ isUnsaved, form, document, language, body, version, events }: Props) {
  const { t } = useTranslation("admin-texts");
  const isLong = hasSections(document);
  const last = body.sections.length - 1;
  const words = { lang: language, dir: "auto" } as const;
  return (
    <ShopFormFrame form={form} sendsIntent={false} fields={{ version: String(version) }} {...events} className="grid gap-6">
      <Allowed right="texts.write">
        <EnterSends intent="save" isBusy={form.isBusy} />
      </Allowed>
      <AdminCard title={t(`texts.documents.${document}`)} note={t(`texts.${isLong ? "help" : "helpLines"}`, { values: VALUES })}>
        <TextArea
          {...words}
          name="lead"
          label={t(isLong ? "texts.lead" : "texts.lines")}
          defaultValue={body.lead}
          rows={isLong ? 3 : 5}
          maxLength={LONGEST_TEXT.lead}
          error={form.field("lead").error}
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
              error={form.field(`text${at}`).error}
            />
            <div className="flex flex-wrap gap-3">
              {at > 0 && (
                <Button {...form.button(`up ${at}`)} variant="tertiary">
                  {t("texts.up")}
                </Button>
              )}
              {at < last && (
                <Button {...form.button(`down ${at}`)} variant="tertiary">
                  {t("texts.down")}
                </Button>
              )}
              <Button {...form.button(`remove ${at}`)} variant="tertiary">
                {t("texts.remove")}
              </Button>
            </div>
          </div>
        </AdminCard>
      ))}
      <Allowed right="texts.write">
        {isLong && (
          <Button {...form.button("add")} variant="outline" className="justify-self-start">
            {t("texts.add")}
          </Button>
        )}
        {form.code !== undefined && <FormProblem form={{ ...form, problem: form.problem ?? t("texts.notSaved") }} />}
        <SaveBar isUnsaved={isUnsaved} status={<EditorState {...{ isUnsaved, isSaved: form.isDone, version }} />}>
          <Button {...form.button("save")}>{t("texts.save")}</Button>
        </SaveBar>
      </Allowed>
    </ShopFormFrame>
  );
}

function EditorState({ isUnsaved, isSaved, version }: { isUnsaved: boolean; isSaved: boolean; version: number }) {
  const { t } = useTranslation(["admin-texts", "admin"]);
  if (isUnsaved) return t("admin:kit.unsavedChanges");
  return (
    <>
      <span>{t(isSaved ? "texts.saved" : "admin:kit.allSaved")}</span>{" "}
      {version > 0 && (
        <a href="#publish" className="underline underline-offset-4">
          {t("texts.toPublish")}
        </a>
      )}
    </>
  );
}
