/** On /admin/practice: the statements that only the operator can make, and the check of the organisations that help. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import {
  LONGEST_STATEMENT,
  STATEMENTS,
  type Statement,
  type StatementKey,
  type Statements as StatementsByKey,
  type StatementWords,
} from "#features/accounts/rules/operator-statements.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text-link.tsx";
import type { Reply } from "./practice-reply.ts";

type Props = { statements: StatementsByKey; ours: Readonly<Record<StatementKey, StatementWords>> };

export function Statements({ statements, ours }: Props) {
  const { t } = useTranslation("admin-log");
  return (
    <AdminCard title={t("practice.statements.title")} note={t("practice.statements.note")}>
      <ul className="grid gap-6">
        {STATEMENTS.map((key) => (
          <li key={key} className="grid gap-4 border-b border-line pb-6 last:border-0 last:pb-0">
            <Heading statementKey={key} last={statements[key]} />
            <Allowed right="practice.write">
              <StatementForm key={statements[key]?.id} statementKey={key} last={statements[key]} ours={ours[key]} />
            </Allowed>
          </li>
        ))}
      </ul>
    </AdminCard>
  );
}

type StatementProps = { statementKey: StatementKey; last: Statement | undefined };

function Heading({ statementKey, last }: StatementProps) {
  const { t } = useTranslation(["admin-log", "promise"]);
  const state = last ? (last.isConfirmed ? "confirmed" : "denied") : "open";
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-[560]">{t(`promise:clauses.${statementKey}.title`)}</h3>
        <Badge tone={({ confirmed: "active", denied: "completed", open: "warn" } as const)[state]}>
          {t(`practice.statementStates.${state}`)}
        </Badge>
      </div>
      {last && <WhoAndWhen {...last} />}
    </div>
  );
}

function WhoAndWhen({ at, by }: Pick<Statement, "at" | "by">) {
  const { date } = useFormat();
  return <p className="admin-note">{[date(at), by].filter(Boolean).join(", ")}</p>;
}

function StatementForm({ statementKey: key, last, ours }: StatementProps & { ours: StatementWords }) {
  const { t } = useTranslation(["admin-log", "admin"]);
  const fetcher = useFetcher<Reply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) toastSuccess(t("practice.statements.saved"));
    else if (error === "failed") toastError(t("practice.statements.failed"));
  });
  const { error, words: typed } = useAnswer(fetcher, key) ?? {};
  const words = typed ?? last?.words ?? ours;
  const problem = error && t(error === "no_text" ? "practice.statements.empty" : "practice.statements.failed");
  const isConfirmed = last?.isConfirmed === true;
  const busy = { busy: fetcher.state !== "idle", busyLabel: t("admin:kit.saving") };
  return (
    <fetcher.Form method="post" className="grid max-w-[46rem] gap-4">
      <input type="hidden" name="key" value={key} />
      <TypedGuard isUnsaved={typed !== undefined} />
      {(["en", "fr"] as const).map((language) => (
        <TextArea
          key={language}
          id={`${key}-${language}`}
          name={`text_${language}`}
          lang={language}
          label={t(`practice.statements.${language}`)}
          defaultValue={words[language]}
          error={error === "failed" || words[language].trim() === "" ? problem : undefined}
          maxLength={LONGEST_STATEMENT}
          rows={3}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="confirm" variant="outline" {...busy}>
          {t("practice.statements.confirm")}
        </Button>
        {(isConfirmed || !last) && (
          <Button type="submit" name="intent" value="withdraw" variant="tertiary" {...busy}>
            {t(isConfirmed ? "practice.statements.withdraw" : "practice.statements.deny")}
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}

export function HelpCheck({ last }: { last: Statement | undefined }) {
  const { t } = useTranslation(["admin-log", "admin"]);
  const fetcher = useFetcher<Reply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) toastSuccess(t("practice.help.saved"));
    else toastError(t("practice.help.failed"));
  });
  return (
    <AdminCard title={t("practice.help.title")} note={t("practice.help.note")}>
      <div className="grid justify-items-start gap-3">
        <TextLink to="/safer-play">{t("practice.help.list")}</TextLink>
        <Allowed right="practice.write">
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="help" />
            <Button type="submit" variant="outline" busy={fetcher.state !== "idle"} busyLabel={t("admin:kit.saving")}>
              {t("practice.help.send")}
            </Button>
          </fetcher.Form>
        </Allowed>
        {last ? <WhoAndWhen {...last} /> : <p className="admin-note">{t("practice.help.none")}</p>}
      </div>
    </AdminCard>
  );
}
