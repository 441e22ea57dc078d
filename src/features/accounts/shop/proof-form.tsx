import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import { CONFIRM_PAGE, PROOF_FIELDS, type ProofAsked } from "../rules/proof-asked.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export type ProofOutcome = {
  readonly error: "currentPasswordWrong" | "codeWrong" | "passkeyRefused" | "tooManyAttempts" | "confirmError";
  readonly minutes: number;
  readonly fields: ProofAsked["fields"];
};

type Props = Pick<ProofAsked, "next" | "fields"> & {
  email: string | undefined;
  isFile?: boolean;
  takesCode?: boolean;
  takesPasskey?: boolean;
  outcome?: ProofOutcome | undefined;
};

export function ProofForm({ email, next, fields, isFile = false, takesCode = false, takesPasskey = false, outcome }: Props) {
  const { t } = useTranslation("auth");
  const error = outcome?.error;
  const form = useRef<HTMLFormElement>(null);
  const passkey = useRef<HTMLInputElement>(null);
  const sendPasskey = (answer: string) => {
    if (passkey.current) passkey.current.value = answer;
    form.current?.submit();
  };
  const isAtField = error === "currentPasswordWrong" || error === "codeWrong";
  return (
    <form
      ref={form}
      method="post"
      action={`${CONFIRM_PAGE}?${isFile ? "file=1&" : ""}next=${encodeURIComponent(next)}`}
      noValidate
      className="grid gap-6"
    >
      {fields && <input type="hidden" name={PROOF_FIELDS.sendsAgain} value="1" />}
      <input ref={passkey} type="hidden" name={PROOF_FIELDS.passkey} defaultValue="" />
      {numbered(fields ?? []).map(({ key, name, value }) => (
        <input key={key} type="hidden" name={name} value={value} />
      ))}
      {outcome && error && !isAtField && <Note tone="danger" role="alert" title={t(error, { count: outcome.minutes })} />}
      <UsernameField email={email} />
      <PasswordField
        label={t("proof.password")}
        name={PROOF_FIELDS.password}
        autoComplete="current-password"
        autoFocus
        required
        hint={takesCode ? t("proof.orCode") : undefined}
        error={isAtField ? t(error) : undefined}
      />
      <Button type="submit" full>
        {t("proof.submit")}
      </Button>
      {takesPasskey && (
        <PasskeyButton kind="proof" variant="outline" full onAnswer={sendPasskey}>
          {t("passkey.use")}
        </PasskeyButton>
      )}
    </form>
  );
}

/** The same name may be there more than once, and the order counts. */
function numbered(fields: NonNullable<ProofAsked["fields"]>) {
  return fields.map(([name, value], place) => ({ key: place, name, value }));
}
