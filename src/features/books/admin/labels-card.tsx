/** The form with code and name of each account in exported files. */
import { useTranslation } from "react-i18next";
import { ACCOUNTS } from "#shared/accounts.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { useMay } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useDisplayedVersion } from "#ui/fields/use-displayed-version.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem } from "#ui/forms/use-shop-form.tsx";
import { type Labels, LONGEST_LABEL } from "../rules/chart.ts";
import { useBooksForm } from "./books-form.tsx";

type Props = { form: ReturnType<typeof useBooksForm>; labels: Labels & { readonly version: number } };

function LabelsForm({ form, labels: { version, accounts, untaxed } }: Props) {
  const { t } = useTranslation("admin-books");
  // Ignore the reply until the page shows its changes.
  const shownVersion = useDisplayedVersion(version, form.isBusy ? undefined : form.reply);
  const label = { autoComplete: "off", required: true } as const;
  return (
    <ShopFormFrame form={form} fields={{ version: String(shownVersion) }} className="mt-4 grid gap-6">
      <TypedGuard isUnsaved={form.isRefused} saved={form.isDone ? form.reply : undefined} />
      {ACCOUNTS.map((account) => (
        <fieldset key={account}>
          <legend className="mb-2 font-[560]">{t(`accounts.${account}`)}</legend>
          <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3">
            <TextField
              {...form.field(`code_${account}`, accounts[account].code)}
              {...label}
              label={t("labels.code")}
              maxLength={LONGEST_LABEL.code}
              spellCheck={false}
            />
            <TextField
              {...form.field(`name_${account}`, accounts[account].name)}
              {...label}
              label={t("labels.name")}
              maxLength={LONGEST_LABEL.name}
            />
          </div>
        </fieldset>
      ))}
      <TextField
        {...form.field("untaxed", untaxed)}
        {...label}
        label={t("labels.untaxed")}
        hint={t("labels.untaxedHint")}
        maxLength={LONGEST_LABEL.name}
      />
      <FormProblem form={form} />
      <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={form.isBusy}>
        {t("labels.save")}
      </Button>
    </ShopFormFrame>
  );
}

/** `version` detects that a colleague has saved meanwhile. Hidden without the right to write the books. */
export function LabelsCard({ labels }: { labels: Labels & { readonly version: number } }) {
  const { t } = useTranslation("admin-books");
  const mayWrite = useMay("books.write");
  const form = useBooksForm("labels", t("labels.saved"));
  if (!mayWrite) return null;
  return (
    <AdminCard title={t("labels.title")} note={t("labels.note")}>
      <details open={form.isRefused}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {t("labels.open")}
        </summary>
        <LabelsForm form={form} labels={labels} />
      </details>
    </AdminCard>
  );
}
