/** What the operator's accounting software calls the accounts of the journal, for the files that it takes in. */
import { useTranslation } from "react-i18next";
import { useActionData } from "react-router";
import { ACCOUNTS, type Account } from "#shared/accounts.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { useMay } from "#ui/allowed.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useDrawnVersion } from "#ui/fields/use-drawn-version.ts";
import { type Labels, LONGEST_LABEL } from "../rules/chart.ts";
import { type BooksReply, SaveButton, useBooksForm } from "./books-form.tsx";

export function LabelsCard({ labels }: { labels: Labels & { readonly version: number } }) {
  const { t } = useTranslation("admin-books");
  const mayWrite = useMay("books.write");
  const sent = useActionData<BooksReply>();
  const isRefused = sent?.intent === "labels" && sent.error !== undefined;
  if (!mayWrite) return null;
  return (
    <AdminCard title={t("labels.title")} note={t("labels.note")}>
      <details open={isRefused}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {t("labels.open")}
        </summary>
        <LabelsForm labels={labels} />
      </details>
    </AdminCard>
  );
}

function LabelsForm({ labels: { version, accounts, untaxed } }: { labels: Labels & { readonly version: number } }) {
  const { t } = useTranslation("admin-books");
  const { Form, isBusy, refusal, typed, done, settled } = useBooksForm("labels", t("labels.saved"));
  const drawn = useDrawnVersion(version, settled);
  return (
    <Form method="post" className="mt-4 grid gap-6">
      <input type="hidden" name="version" value={drawn} />
      <TypedGuard isUnsaved={typed !== undefined} saved={done} />
      {ACCOUNTS.map((account) => (
        <AccountFields
          key={account}
          account={account}
          code={typed?.[`code_${account}`] ?? accounts[account].code}
          name={typed?.[`name_${account}`] ?? accounts[account].name}
        />
      ))}
      <TextField
        name="untaxed"
        label={t("labels.untaxed")}
        hint={t("labels.untaxedHint")}
        defaultValue={typed?.untaxed ?? untaxed}
        maxLength={LONGEST_LABEL.name}
        autoComplete="off"
        required
      />
      {/* Beside the button: the form is long. */}
      {refusal && <Note tone="danger" title={refusal} role="alert" />}
      <SaveButton intent="labels" label={t("labels.save")} isBusy={isBusy} />
    </Form>
  );
}

function AccountFields({ account, code, name }: { account: Account; code: string; name: string }) {
  const { t } = useTranslation("admin-books");
  return (
    <fieldset>
      <legend className="mb-2 font-[560]">{t(`accounts.${account}`)}</legend>
      <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3">
        <TextField
          name={`code_${account}`}
          label={t("labels.code")}
          defaultValue={code}
          maxLength={LONGEST_LABEL.code}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <TextField
          name={`name_${account}`}
          label={t("labels.name")}
          defaultValue={name}
          maxLength={LONGEST_LABEL.name}
          autoComplete="off"
          required
        />
      </div>
    </fieldset>
  );
}
