/** Asks the browser for a passkey. Renders nothing without scripts or WebAuthn. */
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubmit } from "react-router";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { KeyRound } from "#ui/icons.ts";
import { fetchPart } from "#ui/loading/lazy-part.tsx";
import { withNext } from "../../rules/sign-in/next-path.ts";
import type { QuestionKind } from "../../rules/sign-in/passkeys.ts";
import type { PasskeyProblem } from "./passkey-browser.ts";

type Props = Pick<ComponentProps<typeof Button>, "variant" | "full" | "size"> & {
  kind: QuestionKind;
  /** Called with the answer as JSON. */
  onAnswer: (answer: string) => void;
  /** Shown in browsers without passkeys, if there is no other way. */
  otherwise?: ReactNode;
  children: ReactNode;
};

/** Asks the browser for a passkey. Renders nothing without scripts or WebAuthn. */
export function PasskeyButton({ kind, onAnswer, otherwise, children, ...look }: Props) {
  const { t } = useTranslation(["auth", "common"]);
  const [isSupported, setSupported] = useState<boolean>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PasskeyProblem | "not_opened">();
  useEffect(() => setSupported(typeof window.PublicKeyCredential === "function"), []);
  if (isSupported === undefined) return null;
  if (!isSupported) return otherwise;
  const ask = async () => {
    setBusy(true);
    setProblem(undefined);
    const answered = await fetchPart(() => import("./passkey-browser.ts"))
      .then(({ answerQuestion }) => answerQuestion(kind))
      .catch(() => ({ ok: false, error: "not_opened" }) as const);
    setBusy(false);
    if (answered.ok) onAnswer(answered.value);
    else setProblem(answered.error);
  };
  return (
    <div className="grid justify-items-stretch gap-4">
      {problem && (
        <Note
          tone={problem === "cancelled" ? "info" : "danger"}
          role="alert"
          title={problem === "not_opened" ? t("common:part.notOpened") : t(`passkey.${problem}`)}
        />
      )}
      <Button
        {...look}
        type="button"
        busy={isBusy}
        busyLabel={t("passkey.busy")}
        icon={<KeyRound size={18} strokeWidth={1.6} aria-hidden="true" />}
        onClick={() => void ask()}
      >
        {children}
      </Button>
    </div>
  );
}

/** Button that signs in with a passkey and continues at `next`. */
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
