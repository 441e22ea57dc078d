/**
 * The forms of /second-factor: turning it on by the password, the app and a code of it; and, once it is on, new recovery codes, browsers that remember,
 * turning it off.
 */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { CopyButton } from "#ui/copy-button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { FEW_RECOVERY_CODES, type QrCode, type SetUp } from "../rules/second-factor.ts";
import { CodeInput } from "./code-input.tsx";

type Told = { outcome: FactorOutcome | undefined };

export function Begin({ email, outcome }: Told & { email: string }) {
  const { t } = useTranslation("auth");
  const error = outcome?.error;
  return (
    <Form method="post" noValidate className="grid gap-6">
      {error === "tooManyAttempts" && (
        <Note tone="danger" role="alert" title={t("tooManyAttempts", { count: outcome?.minutes ?? 1 })} />
      )}
      {error === "setUpExpired" && <Note tone="warn" role="alert" title={t("factor.expired")} />}
      <ol className="grid list-decimal gap-2 ps-5 text-muted">
        <li>{t("factor.stepApp")}</li>
        <li>{t("factor.stepScan")}</li>
        <li>{t("factor.stepCodes")}</li>
      </ol>
      <UsernameField email={email} />
      <PasswordField
        label={t("factor.password")}
        name="password"
        autoComplete="current-password"
        required
        error={error === "currentPasswordWrong" ? t(error) : undefined}
      />
      <IntentButton intent="begin" full busyLabel={t("factor.busy")}>
        {t("factor.begin")}
      </IntentButton>
    </Form>
  );
}

export function ScanAndConfirm({ setUp, outcome }: Told & { setUp: NonNullable<FactorOutcome["setUp"]> }) {
  const { t } = useTranslation("auth");
  const error = outcome?.error;
  return (
    <div className="grid gap-6">
      <Picture qr={setUp.qr} label={t("factor.qr")} />
      <details>
        <summary className="link min-h-11 cursor-pointer">{t("factor.cannotScan")}</summary>
        <div className="grid gap-3 pt-2">
          <p className="text-muted">{t("factor.typeKey")}</p>
          <p className="flex items-center gap-2">
            <span translate="no" className="type-mono wrap-anywhere">
              {setUp.typed}
            </span>
            <CopyButton text={setUp.typed.replaceAll(" ", "")} label={t("factor.copyKey")} />
          </p>
          <p>
            <a href={setUp.address} className="link inline-flex min-h-11 items-center">
              {t("factor.openApp")}
            </a>
          </p>
        </div>
      </details>
      <Form method="post" noValidate className="grid gap-6">
        {error === "tooManyAttempts" && (
          <Note tone="danger" role="alert" title={t("tooManyAttempts", { count: outcome?.minutes ?? 1 })} />
        )}
        <input type="hidden" name="sealed" value={setUp.sealed} />
        <CodeInput label={t("factor.code")} hint={t("factor.codeHint")} error={error === "codeWrong" ? t(error) : undefined} />
        <IntentButton intent="confirm" full busyLabel={t("factor.busy")}>
          {t("factor.confirm")}
        </IntentButton>
      </Form>
    </div>
  );
}

/** Dark on light in every theme: cameras want it so. */
function Picture({ qr: { size, path }, label }: { qr: QrCode; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-56 max-w-full rounded-panel bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

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

export type FactorOutcome = {
  readonly intent: "begin" | "confirm" | "codes" | "off" | "none";
  readonly error?: "currentPasswordWrong" | "codeWrong" | "tooManyAttempts" | "setUpExpired" | "factorNeeded";
  readonly minutes?: number;
  /** Shown until a code proves that the app is set up. */
  readonly setUp?: (SetUp & { readonly qr: QrCode }) | undefined;
  /** Shown this once. */
  readonly codes?: readonly string[];
};
