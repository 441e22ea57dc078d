import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { CONFIRM_PAGE, PROOF_FIELDS, type ProofAsked } from "../rules/proof-asked.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export type ProofReply = FormReply<
  "proof",
  "currentPasswordWrong" | "codeWrong" | "passkeyRefused" | "tooManyAttempts" | "confirmError"
> & { readonly fields?: ProofAsked["fields"] };

type Props = Pick<ProofAsked, "next" | "fields"> & {
  email: string | undefined;
  isFile?: boolean;
  takesCode?: boolean;
  takesPasskey?: boolean;
};

export function ProofForm({ email, next, fields, isFile = false, takesCode = false, takesPasskey = false }: Props) {
  const { t } = useTranslation("auth");
  const proof = useShopForm<ProofReply>({
    intent: "proof",
    navigates: true,
    say: (code, _field, reply) => t(code, { count: reply?.minutes ?? 1 }),
  });
  const form = useRef<HTMLFormElement>(null);
  const passkey = useRef<HTMLInputElement>(null);
  const sendPasskey = (answer: string) => {
    if (passkey.current) passkey.current.value = answer;
    form.current?.submit();
  };
  return (
    // What it carries along may have an intent of its own.
    <ShopFormFrame
      form={proof}
      ref={form}
      sendsIntent={false}
      reloadDocument
      action={`${CONFIRM_PAGE}?${isFile ? "file=1&" : ""}next=${encodeURIComponent(next)}`}
      noValidate
      className="grid gap-6"
    >
      {fields && <input type="hidden" name={PROOF_FIELDS.sendsAgain} value="1" />}
      <input ref={passkey} type="hidden" name={PROOF_FIELDS.passkey} defaultValue="" />
      {numbered(fields ?? []).map(({ key, name, value }) => (
        <input key={key} type="hidden" name={name} value={value} />
      ))}
      <FormProblem form={proof} />
      <UsernameField email={email} />
      <PasswordField
        label={t("proof.password")}
        name={PROOF_FIELDS.password}
        autoComplete="current-password"
        autoFocus
        required
        hint={takesCode ? t("proof.orCode") : undefined}
        error={proof.field(PROOF_FIELDS.password).error}
      />
      <Button type="submit" full>
        {t("proof.submit")}
      </Button>
      {takesPasskey && (
        <PasskeyButton kind="proof" variant="outline" full onAnswer={sendPasskey}>
          {t("passkey.use")}
        </PasskeyButton>
      )}
    </ShopFormFrame>
  );
}

/** The same name may be there more than once, and the order counts. */
function numbered(fields: NonNullable<ProofAsked["fields"]>) {
  return fields.map(([name, value], place) => ({ key: place, name, value }));
}
