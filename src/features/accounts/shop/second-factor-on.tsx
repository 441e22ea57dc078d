/** What can be done about a second factor that is on: new recovery codes, browsers that remember, turning it off. */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Disclosure } from "#ui/disclosure.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { FEW_RECOVERY_CODES } from "../rules/second-factor.ts";
import { CodeInput } from "./code-input.tsx";
import type { FactorOutcome } from "./second-factor-outcome.ts";

type Props = {
  factor: { readonly setUpAt: Date; readonly codesLeft: number };
  isNeeded: boolean;
  outcome: FactorOutcome | undefined;
};

export function SecondFactorOn({ factor: { setUpAt, codesLeft }, isNeeded, outcome }: Props) {
  const { t } = useTranslation("auth");
  const { date } = useFormat();
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        {t("factor.since", { when: date(setUpAt) })} {t("factor.codesLeft", { count: codesLeft })}
      </p>
      {codesLeft <= FEW_RECOVERY_CODES && <Note tone="warn" title={t("factor.few")} />}
      <WithCode intent="codes" title={t("factor.newCodes")} text={t("factor.newCodesText")} outcome={outcome} />
      <Disclosure title={t("factor.forget")}>
        <Form method="post" className="grid gap-6">
          <p className="text-muted">{t("factor.forgetText")}</p>
          <IntentButton intent="forget" variant="outline" busyLabel={t("factor.busy")}>
            {t("factor.forgetSubmit")}
          </IntentButton>
        </Form>
      </Disclosure>
      {isNeeded ? (
        <p className="type-small text-muted">{t("factor.neededOn")}</p>
      ) : (
        <WithCode intent="off" title={t("factor.off")} text={t("factor.offText")} outcome={outcome} />
      )}
    </div>
  );
}

type WithCodeProps = { intent: "codes" | "off"; title: string; text: string; outcome: FactorOutcome | undefined };

function WithCode({ intent, title, text, outcome }: WithCodeProps) {
  const { t } = useTranslation("auth");
  const error = outcome?.intent === intent ? outcome.error : undefined;
  return (
    <Disclosure title={title} startsOpen={error !== undefined} {...(intent === "off" && { tone: "danger" })}>
      <Form method="post" noValidate className="grid gap-6">
        <p className="text-muted">{text}</p>
        {error === "tooManyAttempts" && (
          <Note tone="danger" role="alert" title={t("tooManyAttempts", { count: outcome?.minutes ?? 1 })} />
        )}
        <CodeInput
          id={`${intent}-code`}
          label={t("factor.anyCode")}
          takesBoth
          error={error === "codeWrong" ? t(error) : undefined}
        />
        <IntentButton intent={intent} variant={intent === "off" ? "danger" : "outline"} busyLabel={t("factor.busy")}>
          {t(intent === "off" ? "factor.offSubmit" : "factor.newCodesSubmit")}
        </IntentButton>
      </Form>
    </Disclosure>
  );
}
