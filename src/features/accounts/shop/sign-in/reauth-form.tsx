/** The form that re-authenticates, on pages and in the dialog. */
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CONFIRM_PAGE, REAUTH_FIELDS, type ReauthRequired } from "#features/access/rules/reauth.ts";
import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, type ShopForm, type ShopFormOptions, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";

/** `fields`: the form to resubmit. */
export type ReauthReply = FormReply<
  "proof",
  | "currentPasswordRequired"
  | "currentPasswordWrong"
  | "codeRequired"
  | "codeWrong"
  | "passkeyRefused"
  | "tooManyAttempts"
  | "confirmError"
> & { readonly fields?: ReauthRequired["fields"] };

type Props = Pick<ReauthRequired, "next" | "fields"> & {
  email: string | undefined;
  isFile?: boolean;
  takesCode?: boolean;
  takesPasskey?: boolean;
};

/**
 * Re-authenticates and continues at `next`. `fields`: the form to resubmit. `isFile`: `next` is a download.
 */
export function ReauthForm({ email, next, fields, isFile = false, takesCode = false, takesPasskey = false }: Props) {
  const { t } = useTranslation("auth");
  const form = useReauthForm({ navigates: true });
  return (
    // The carried form may have an intent of its own.
    <ShopFormFrame
      form={form}
      sendsIntent={false}
      reloadDocument
      action={`${CONFIRM_PAGE}?${isFile ? "file=1&" : ""}next=${encodeURIComponent(next)}`}
      noValidate
      className="grid gap-6"
    >
      {fields && <input type="hidden" name={REAUTH_FIELDS.sendsAgain} value="1" />}
      {numbered(fields ?? []).map(({ key, name, value }) => (
        <input key={key} type="hidden" name={name} value={value} />
      ))}
      <ReauthFields form={form} email={email} takesCode={takesCode} takesPasskey={takesPasskey}>
        <Button type="submit" full>
          {t("proof.submit")}
        </Button>
      </ReauthFields>
    </ShopFormFrame>
  );
}

/** The state of the form. */
export function useReauthForm(options: Pick<ShopFormOptions<ReauthReply>, "navigates" | "onDone">) {
  const { t } = useTranslation("auth");
  const say: ShopFormOptions<ReauthReply>["say"] = (code, _field, reply) => t(code, { count: reply?.minutes ?? 1 });
  return useShopForm<ReauthReply>({ ...options, intent: "proof", say });
}

type FieldsProps = {
  form: ShopForm;
  email: string | undefined;
  takesCode: boolean;
  takesPasskey: boolean;
  children?: ReactNode;
};

/** The password or its alternatives. */
export function ReauthFields({ form, email, takesCode, takesPasskey, children }: FieldsProps) {
  const { t } = useTranslation("auth");
  const passkey = useRef<HTMLInputElement>(null);
  const sendPasskey = (answer: string) => {
    if (!passkey.current) return;
    passkey.current.value = answer;
    passkey.current.form?.requestSubmit();
    // The next attempt may be a password.
    passkey.current.value = "";
  };
  return (
    <>
      <input ref={passkey} type="hidden" name={REAUTH_FIELDS.passkey} defaultValue="" />
      <FormProblem form={form} />
      <UsernameField email={email} />
      <PasswordField
        label={t("proof.password")}
        name={REAUTH_FIELDS.password}
        autoComplete="current-password"
        autoFocus
        required
        hint={takesCode ? t("proof.orCode") : undefined}
        error={form.field(REAUTH_FIELDS.password).error}
      />
      {children}
      {takesPasskey && (
        <PasskeyButton kind="proof" variant="outline" full onAnswer={sendPasskey}>
          {t("passkey.use")}
        </PasskeyButton>
      )}
    </>
  );
}

/** Names may repeat, and their order counts. */
function numbered(fields: NonNullable<ReauthRequired["fields"]>) {
  return fields.map(([name, value], place) => ({ key: place, name, value }));
}
