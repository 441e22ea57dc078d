/** On /admin/practice: the operator's own statements, and the check of the help organisations. */
import { useTranslation } from "react-i18next";
import {
  LONGEST_STATEMENT,
  STATEMENTS,
  type Statement,
  type StatementKey,
  type Statements as StatementsByKey,
  type StatementWords,
} from "#features/player-protection/rules/operator-statements.ts";
import { ownLanguages } from "#shared/language/own-languages.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import type { Reply } from "./code-of-practice-reply.ts";

/** `defaults`: the shop's own texts, used until the operator writes others. */
type Props = { statements: StatementsByKey; defaults: Readonly<Record<StatementKey, StatementWords>> };

/** A form per statement: text in both languages, confirm or withdraw. */
export function Statements({ statements, defaults }: Props) {
  const { t } = useTranslation("admin-log");
  return (
    <AdminCard title={t("practice.statements.title")} note={t("practice.statements.note")}>
      <ul className="grid gap-6">
        {STATEMENTS.map((key) => (
          <li key={key} className="grid gap-4 border-b border-line pb-6 last:border-0 last:pb-0">
            <Heading statementKey={key} last={statements[key]} />
            <Allowed right="practice.write">
              <StatementForm key={statements[key]?.id} statementKey={key} last={statements[key]} defaults={defaults[key]} />
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
  const answer = last?.isConfirmed ? "confirmed" : "denied";
  const state = last ? answer : "open";
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

function StatementForm({ statementKey: key, last, defaults }: StatementProps & { defaults: StatementWords }) {
  const { t } = useTranslation(["admin-log", "admin"]);
  const form = useShopForm<Reply>({
    intent: key,
    say: (code) => t(code === "no_text" ? "practice.statements.empty" : "practice.statements.failed"),
    onDone: () => toastSuccess(t("practice.statements.saved")),
  });
  const words = last?.words ?? defaults;
  const isConfirmed = last?.isConfirmed === true;
  const busy = { busy: form.isBusy, busyLabel: t("admin:kit.saving") };
  return (
    <ShopFormFrame form={form} fields={{ key }} sendsIntent={false} className="grid max-w-[46rem] gap-4">
      <TypedGuard isUnsaved={form.isRefused} />
      {ownLanguages().map((language) => (
        <TextArea
          key={language}
          {...form.field(`text_${language}`, words[language])}
          id={`${key}-${language}`}
          lang={language}
          label={t(`practice.statements.${language}`)}
          maxLength={LONGEST_STATEMENT}
          rows={3}
        />
      ))}
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Button type="submit" name="intent" value="confirm" variant="outline" {...busy}>
          {t("practice.statements.confirm")}
        </Button>
        {(isConfirmed || !last) && (
          <Button type="submit" name="intent" value="withdraw" variant="tertiary" {...busy}>
            {t(isConfirmed ? "practice.statements.withdraw" : "practice.statements.deny")}
          </Button>
        )}
      </div>
    </ShopFormFrame>
  );
}

/** Button that records the check of the helplines, and the last check. */
export function HelpCheck({ last }: { last: Statement | undefined }) {
  const { t } = useTranslation(["admin-log", "admin"]);
  return (
    <AdminCard title={t("practice.help.title")} note={t("practice.help.note")}>
      <div className="grid justify-items-start gap-3">
        <TextLink to="/safer-play">{t("practice.help.list")}</TextLink>
        <Allowed right="practice.write">
          <ActionButton<Reply>
            intent="help"
            say={() => t("practice.help.failed")}
            done={() => t("practice.help.saved")}
            variant="outline"
            busyLabel={t("admin:kit.saving")}
          >
            {t("practice.help.send")}
          </ActionButton>
        </Allowed>
        {last ? <WhoAndWhen {...last} /> : <p className="admin-note">{t("practice.help.none")}</p>}
      </div>
    </AdminCard>
  );
}
