/** Parts of /admin/texts: choice of document and language, publishing, history, changes. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isOwn } from "#shared/language/languages.ts";
import type { Language, Locale, OwnLocale } from "#shared/language/locale.ts";
import { DOCUMENT_NAMES, hasSections, type TextDocument } from "#shared/text/site-text.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { Change } from "./text-changes.ts";
import type { useTextForm } from "./texts-form.ts";

const addressOf = (document: TextDocument, locale: Locale) => `/admin/texts?document=${document}&language=${locale}`;
/** Style of a choice. */
const CHOICE =
  "inline-flex min-h-11 items-center border-b-2 border-transparent text-muted aria-[current]:border-current aria-[current]:font-[560] aria-[current]:text-ink";

type Chosen = { document: TextDocument; locale: Locale };

/** Links to the documents and languages. */
export function TextChoice({
  document,
  locale,
  languages,
}: Chosen & { languages: readonly Pick<Language, "locale" | "name">[] }) {
  const { t } = useTranslation("admin-texts");
  return (
    <div className="flex flex-wrap justify-between gap-x-8">
      <nav aria-label={t("texts.document")} className="flex flex-wrap gap-x-5">
        {DOCUMENT_NAMES.map((each) => (
          <Link key={each} to={addressOf(each, locale)} aria-current={each === document ? "page" : undefined} className={CHOICE}>
            {t(`texts.documents.${each}`)}
          </Link>
        ))}
        {/* Its statements are confirmed one by one. */}
        <Allowed right="practice.read">
          <Link to="/admin/practice" className={CHOICE}>
            {t("texts.promise")}
          </Link>
        </Allowed>
      </nav>
      <nav aria-label={t("texts.language")} className="flex flex-wrap gap-x-5">
        {languages.map(({ locale: each, name }) => (
          <Link key={each} to={addressOf(document, each)} aria-current={each === locale ? "page" : undefined} className={CHOICE}>
            {isOwn(each) ? t(`texts.languages.${each}`) : name}
          </Link>
        ))}
      </nav>
    </div>
  );
}

type PublishProps = {
  form: ReturnType<typeof useTextForm>;
  version: number;
  isOwn: boolean;
  /** The editor below has unsaved changes, which publishing would lose. */
  isUnsaved: boolean;
  /** The shop's own languages without a text in the newest version, which publishing needs. */
  missing: readonly OwnLocale[];
};

/** Publishes the saved draft in all languages, or restores the text that comes with the software. */
export function TextPublish({ form, version, isOwn, isUnsaved, missing }: PublishProps) {
  const { t } = useTranslation("admin-texts");
  const published = form.reply?.isScheduled ? "texts.published" : "texts.publishedNow";
  if (version === 0) return null;
  const waiting = isUnsaved ? ({ "aria-disabled": true, "aria-describedby": "unsaved" } as const) : {};
  return (
    <AdminCard id="publish" title={t("texts.publish")} note={t("texts.proof")}>
      <ShopFormFrame
        form={form}
        sendsIntent={false}
        fields={{ version: String(version) }}
        needsReauth
        className="grid justify-items-start gap-5"
      >
        {form.isDone && <Note tone="success" title={t(published)} role="status" />}
        <FormProblem form={form} />
        {missing.length > 0 && (
          <p className="text-warn">
            {t("texts.missing", { languages: missing.map((each) => t(`texts.languages.${each}`)).join(", ") })}
          </p>
        )}
        <TextField {...form.field("publish_at")} type="datetime-local" label={t("texts.at")} hint={t("texts.atHint")} />
        <Allowed right="texts.write">
          {isUnsaved && (
            <p id="unsaved" className="text-warn">
              {t("texts.unsaved")}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <Button {...form.button("publish")} {...waiting}>
              {t("texts.publish")}
            </Button>
            {isOwn && (
              <Button {...form.button("give_up")} variant="outline" {...waiting}>
                {t("texts.giveUp")}
              </Button>
            )}
          </div>
        </Allowed>
      </ShopFormFrame>
    </AdminCard>
  );
}

type Version = {
  readonly version: number;
  readonly publishAt: Date | undefined;
  readonly savedAt: Date;
  readonly heldAt?: Date | undefined;
};

/** All versions, newest first. `shown`: the version that visitors see. */
export function TextHistory({
  document,
  locale,
  history,
  shown,
}: Chosen & { history: readonly Version[]; shown: number | undefined }) {
  const { t } = useTranslation("admin-texts");
  const { date } = useFormat();
  return (
    <AdminCard title={t("texts.history")} note={t(history.length === 0 ? "texts.none" : "texts.historyNote")}>
      <ul className="grid gap-3">
        {history.map(({ version, publishAt, savedAt, heldAt }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-5">
            <strong>{t("texts.version", { n: version })}</strong>
            <span className="text-muted">
              {publishAt
                ? t("texts.scheduled", { date: date(publishAt) })
                : `${t("texts.draft")} · ${t("texts.saved_at", { date: date(savedAt) })}`}
            </span>
            {heldAt && <strong>{t("texts.held")}</strong>}
            {version === shown && <strong>{t("texts.shown")}</strong>}
            {hasSections(document) && (
              <a
                href={`/texts/${document}/${version}`}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {t("texts.view")}
              </a>
            )}
            <Link
              to={`${addressOf(document, locale)}&from=${version}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t("texts.edit")}
            </Link>
            <Link
              to={`${addressOf(document, locale)}&changes=${version}#changes`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t("texts.changes")}
            </Link>
          </li>
        ))}
      </ul>
    </AdminCard>
  );
}

/** Style of a change. */
const CHANGED = {
  added: "bg-success-ground text-success no-underline",
  removed: "bg-danger-ground text-danger-text line-through",
} as const;

/** The changes of a version. */
export function TextChanges({ version, changes }: { version: number; changes: readonly Change[] }) {
  const { t } = useTranslation("admin-texts");
  return (
    <AdminCard
      id="changes"
      title={t("texts.changesOf", { n: version })}
      note={t(changes.length === 0 ? "texts.noChanges" : "texts.changesNote")}
    >
      <p className="whitespace-pre-wrap wrap-anywhere">
        {changes.map(({ kind, text }, at) => {
          const key = `${at} ${kind}`;
          if (kind === "same") return text;
          return kind === "added" ? (
            <ins key={key} className={CHANGED.added}>
              {text}
            </ins>
          ) : (
            <del key={key} className={CHANGED.removed}>
              {text}
            </del>
          );
        })}
      </p>
    </AdminCard>
  );
}
