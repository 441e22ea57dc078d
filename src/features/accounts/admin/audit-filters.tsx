/** What the log is searched by: a form that works without scripts and leaves its answers in the address. */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button, LinkButton } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ACTION_GROUPS } from "../rules/audit-actions.ts";
import { useActionName } from "./use-action-name.ts";

type Wanted = { person: string; action: string; subject: string; from: string; to: string };

export function AuditFilters({ wanted, actions }: { wanted: Wanted; actions: readonly string[] }) {
  const { t } = useTranslation("admin");
  const nameOf = useActionName();
  const named = actions.map((action) => ({ value: action, label: nameOf(action) }));
  const groups = ACTION_GROUPS.map((group) => ({ value: `${group}.*`, label: t(`audit.groups.${group}`) }));
  const byName = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
  const options = [{ value: "", label: t("audit.all") }, ...groups.toSorted(byName), ...named.toSorted(byName)];
  return (
    // Another address means other answers: the fields begin anew.
    <Form
      key={JSON.stringify(wanted)}
      className="admin-card admin-card-body grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-5"
    >
      <TextField
        label={t("audit.person")}
        hint={t("audit.personHint")}
        name="person"
        defaultValue={wanted.person}
        spellCheck={false}
      />
      <SelectField label={t("audit.action")} name="action" defaultValue={wanted.action} options={options} />
      <TextField
        label={t("audit.subjectFilter")}
        hint={t("audit.subjectHint")}
        name="subject"
        defaultValue={wanted.subject}
        spellCheck={false}
      />
      <TextField label={t("audit.from")} name="from" type="date" defaultValue={wanted.from} />
      <TextField label={t("audit.to")} name="to" type="date" defaultValue={wanted.to} />
      <div className="flex flex-wrap gap-3 sm:col-span-full">
        <Button type="submit">{t("audit.filter")}</Button>
        <LinkButton to="/admin/audit-log" variant="tertiary">
          {t("audit.reset")}
        </LinkButton>
      </div>
    </Form>
  );
}
