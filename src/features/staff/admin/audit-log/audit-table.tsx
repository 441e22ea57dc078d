import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type ActionKey, type AuditAction, isAuditAction } from "#features/access/rules/audit-actions.ts";
import { wordsIn } from "#shared/language/locale.ts";
import { pence } from "#shared/money/money.ts";
import { words } from "#shared/text/words.ts";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { auditValueKey, isAuditField } from "../../rules/audit-fields.ts";
import type { ListedChange } from "../../server/audit-log/list-changes.ts";

/** Texts of actors without a name, by what the log stores. */
const ACTOR_KEYS = {
  administrator: "audit.administrator",
  "account owner": "audit.owner",
  "command line": "audit.command",
  "scheduled job": "audit.clock",
} as const;

/** Entries with their old and new values. */
export function AuditTable({ changes, empty }: { changes: readonly ListedChange[]; empty: ReactNode }) {
  const { t } = useTranslation("admin");
  const { date } = useFormat();
  const nameOf = useActionName();
  return (
    <DataTable
      caption={t("audit.title")}
      rows={changes}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          id: "when",
          header: t("audit.when"),
          card: "title",
          width: "128px",
          cell: ({ at }) => `${date(at, "short")}, ${date(at, "time")}`,
        },
        { id: "who", header: t("audit.who"), width: "128px", cell: (change) => <Who change={change} /> },
        { id: "what", header: t("audit.what"), width: "176px", cell: ({ action }) => nameOf(action) },
        { id: "subject", header: t("audit.subject"), width: "216px", cell: (change) => <Subject change={change} /> },
        { id: "change", header: t("audit.change"), cell: (change) => <Fields change={change} /> },
        { id: "reason", header: t("audit.reason"), width: "150px", cell: ({ reason }) => reason ?? "–" },
      ]}
    />
  );
}

/** Types of subjects that have a word in `admin.json`. */
const SUBJECTS = [
  ...words("alert api_key audit campaign invitation lottery message order orders past_draw picture proposal"),
  ...(["template", "user", "webhook"] as const),
] as const;

/** The actor, as a link to all entries of the same person. */
function Who({ change: { actor, actorId } }: { change: ListedChange }) {
  const { t } = useTranslation("admin");
  const key = Object.hasOwn(ACTOR_KEYS, actor) ? ACTOR_KEYS[actor as keyof typeof ACTOR_KEYS] : undefined;
  const name = key ? t(key) : actor;
  if (actorId === undefined) return name;
  return (
    <Link to={`/admin/audit-log?person=${actorId}`} className="inline-flex min-h-7 items-center underline underline-offset-4">
      {name}
    </Link>
  );
}

/** What was changed, as a link to all entries about it. */
function Subject({ change: { subjectType, subjectId, subjectName } }: { change: ListedChange }) {
  const { t } = useTranslation("admin");
  const locale = useLocale();
  const title = subjectName && wordsIn(subjectName, locale);
  const name = SUBJECTS.find((known) => known === subjectType);
  return (
    <Link
      to={`/admin/audit-log?subject=${encodeURIComponent(subjectId)}`}
      className="inline-block py-1 underline underline-offset-4"
    >
      {name ? t(`audit.subjects.${name}`) : subjectType} {title && <span className="wrap-anywhere">{title} </span>}
      <span translate="no" className={`type-mono text-[0.8125rem] ${title ? "block text-[0.75rem] text-muted" : ""}`}>
        {subjectId}
      </span>
    </Link>
  );
}

/** Old and new values of the changed fields. */
function Fields({ change: { before, after } }: { change: ListedChange }) {
  const { t } = useTranslation("admin");
  const nameOf = useFieldName();
  const write = useFieldText();
  const was = fieldsOf(before, write);
  const is = fieldsOf(after, write);
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  if (names.length === 0) return "–";
  return (
    <ul className="grid gap-1 text-[0.8125rem]">
      {names.map((name) => (
        <li key={name}>
          <span className="text-muted">{t("audit.field", { name: nameOf(name) })} </span>
          {name in was && (
            <del>
              <span className="sr-only">{t("audit.before")} </span>
              {was[name]}
            </del>
          )}
          {name in was && name in is && " → "}
          {name in is && (
            <ins className="no-underline">
              <span className="sr-only">{t("audit.after")} </span>
              {is[name]}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Stored values as text, by field. A value that is no object has the name "". */
function fieldsOf(value: unknown, write: (name: string, field: unknown) => string): Record<string, string> {
  if (typeof value !== "object" || value === null) return value === undefined ? {} : { "": String(value) };
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, write(name, field)]));
}

/** Formats sums, moments, states and booleans. Other values stay as stored. */
function useFieldText(): (name: string, field: unknown) => string {
  const { t } = useTranslation("admin-log");
  const { date, money } = useFormat();
  return (name, field) => {
    if (field === null) return "–";
    if (typeof field === "boolean") return t(field ? "auditYes" : "auditNo");
    if (typeof field === "number" && name.endsWith("_pence")) return money(pence(field));
    if (typeof field === "string") {
      const key = auditValueKey(name, field);
      if (key) return t(key);
      return INSTANT.test(field) ? `${date(new Date(field), "short")}, ${date(new Date(field), "time")}` : field;
    }
    return Array.isArray(field) && field.every((each) => typeof each === "string") ? field.join(", ") : JSON.stringify(field);
  };
}
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Names written by a newer version are shown unchanged. */
function useFieldName(): (name: string) => string {
  const { t } = useTranslation("admin-log");
  return (name) => (isAuditField(name) ? t(`auditFields.${name}`) : name);
}

/** Names written by a newer version are shown unchanged. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation("admin-log");
  return (action) => (isAuditAction(action) ? t(`auditActions.${action.replace("-", "_") as ActionKey<AuditAction>}`) : action);
}
