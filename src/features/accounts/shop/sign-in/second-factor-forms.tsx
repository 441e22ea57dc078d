/** The forms of /second-factor: set-up, recovery codes, trusted browsers, turning off. */
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { CopyButton } from "#ui/text/copy-button.tsx";
import { FEW_RECOVERY_CODES, type QrCode, type SetUp } from "../../rules/sign-in/second-factor.ts";
import { AccountForm, useAccountForm } from "../account-form.tsx";
import { CodeInput } from "./code-input.tsx";

export type FactorReply = FormReply & {
  /** Present until a code proves that the app is set up. */
  readonly setUp?: (SetUp & { readonly qr: QrCode }) | undefined;
  /** The new recovery codes, shown only once. */
  readonly codes?: readonly string[];
};

/** Starts the set-up with the password. */
export function Begin({ email }: { email: string }) {
  const { t } = useTranslation("auth");
  return (
    <AccountForm intent="begin" label={t("factor.begin")} busyLabel={t("factor.busy")}>
      {(form) => (
        <>
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
            error={form.field("password").error}
          />
        </>
      )}
    </AccountForm>
  );
}

/** Shows the QR code and takes a first code of the app. */
export function ScanAndConfirm({ setUp }: { setUp: NonNullable<FactorReply["setUp"]> }) {
  const { t } = useTranslation("auth");
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
      <AccountForm intent="confirm" fields={{ sealed: setUp.sealed }} label={t("factor.confirm")} busyLabel={t("factor.busy")}>
        {(form) => <CodeInput label={t("factor.code")} hint={t("factor.codeHint")} error={form.field("code").error} />}
      </AccountForm>
    </div>
  );
}

/** Dark on light in all themes, for cameras. */
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

/** `isNeeded`: the shop requires a second factor of its staff. */
type Props = {
  factor: { readonly setUpAt: Date; readonly codesLeft: number };
  isNeeded: boolean;
};

/** What can be done with a factor: new recovery codes, forget trusted browsers, turn off. */
export function SecondFactorOn({ factor: { setUpAt, codesLeft }, isNeeded }: Props) {
  const { t } = useTranslation("auth");
  const forget = useAccountForm({ intent: "forget" });
  const { date } = useFormat();
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        {t("factor.since", { when: date(setUpAt) })} {t("factor.codesLeft", { count: codesLeft })}
      </p>
      {codesLeft <= FEW_RECOVERY_CODES && <Note tone="warn" title={t("factor.few")} />}
      <WithCode intent="codes" title={t("factor.newCodes")} text={t("factor.newCodesText")} />
      <Disclosure title={t("factor.forget")}>
        <ShopFormFrame form={forget} className="grid gap-6">
          <p className="text-muted">{t("factor.forgetText")}</p>
          <Button type="submit" variant="outline" busy={forget.isBusy} busyLabel={t("factor.busy")}>
            {t("factor.forgetSubmit")}
          </Button>
        </ShopFormFrame>
      </Disclosure>
      {isNeeded ? (
        <p className="type-small text-muted">{t("factor.neededOn")}</p>
      ) : (
        <WithCode intent="off" title={t("factor.off")} text={t("factor.offText")} />
      )}
    </div>
  );
}

/** A form that needs a code. */
function WithCode({ intent, title, text }: { intent: "codes" | "off"; title: string; text: string }) {
  const { t } = useTranslation("auth");
  const form = useAccountForm({ intent });
  return (
    <Disclosure title={title} startsOpen={form.isRefused} {...(intent === "off" && { tone: "danger" })}>
      <ShopFormFrame form={form} noValidate className="grid gap-6">
        <p className="text-muted">{text}</p>
        <FormProblem form={form} />
        <CodeInput id={`${intent}-code`} label={t("factor.anyCode")} takesBoth error={form.field("code").error} />
        <Button type="submit" variant={intent === "off" ? "danger" : "outline"} busy={form.isBusy} busyLabel={t("factor.busy")}>
          {t(intent === "off" ? "factor.offSubmit" : "factor.newCodesSubmit")}
        </Button>
      </ShopFormFrame>
    </Disclosure>
  );
}
