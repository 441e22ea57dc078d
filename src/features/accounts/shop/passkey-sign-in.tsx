/** Signing in with a passkey, which takes neither a password nor a code. */
import { useTranslation } from "react-i18next";
import { useSubmit } from "react-router";
import { withNext } from "../rules/next-path.ts";
import { PasskeyButton } from "./passkey-button.tsx";

/** Wants the words of `auth`. */
export function PasskeySignIn({ next }: { next: string }) {
  const { t } = useTranslation("auth");
  const submit = useSubmit();
  const send = (passkey: string) => void submit({ passkey }, { method: "post", action: withNext("/login", next) });
  return (
    <PasskeyButton kind="sign-in" variant="outline" full onAnswer={send}>
      {t("passkey.signIn")}
    </PasskeyButton>
  );
}
