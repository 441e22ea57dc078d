/** In the browser: holds back forms and links that need the password given again, asks for it over the page, and lets them go on. */
import { type FormEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import { leadToMistake } from "#ui/forms/lead-to-mistake.ts";
import { PasskeyButton } from "./passkey-button.tsx";

const PROOF = "/api/session/proof";
const MARKED = "[data-needs-proof]";

/** Once in a frame. Forms and links with `data-needs-proof` wait for the password; the server asks in any case. */
export function ProofDialog({ email }: { email: string }) {
  const [waiting, setWaiting] = useState<Waiting>();
  useEffect(() => listen(setWaiting), []);
  return <Question email={email} waiting={waiting} onClose={() => setWaiting(undefined)} />;
}

type Waiting = { readonly goOn: () => void; readonly takesCode: boolean; readonly takesPasskey: boolean };

type QuestionProps = { email: string; waiting: Waiting | undefined; onClose: () => void };

function Question({ email, waiting, onClose }: QuestionProps) {
  const { t } = useTranslation(["auth", "admin"]);
  const form = useId();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly text: string; readonly isAtField: boolean }>();
  const close = () => {
    setRefused(undefined);
    onClose();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    await send({ password: String(new FormData(event.currentTarget).get("password") ?? "") });
  };
  const send = async (proof: Sent) => {
    if (isBusy) return;
    setBusy(true);
    const answer = await sendProof(proof);
    setBusy(false);
    const isAtField = answer !== "proved" && answer.isAtField && "password" in proof;
    if (answer !== "proved") {
      setRefused({ text: answer.text ?? t("confirmError"), isAtField });
      // Once the error is drawn.
      return void requestAnimationFrame(() => leadToMistake(null));
    }
    close();
    waiting?.goOn();
  };
  return (
    <Dialog
      open={waiting !== undefined}
      onOpenChange={(open) => !open && close()}
      title={t("proof.title")}
      description={t("proof.text")}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            {t("proof.cancel")}
          </Button>
          <Button type="submit" form={form} busy={isBusy}>
            {t("proof.submit")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        {refused && !refused.isAtField && <Note tone="danger" role="alert" title={refused.text} />}
        <UsernameField email={email} />
        <PasswordField
          id={`${form}-password`}
          label={t("proof.password")}
          name="password"
          autoComplete="current-password"
          autoFocus
          required
          hint={waiting?.takesCode ? t("proof.orCode") : undefined}
          error={refused?.isAtField ? refused.text : undefined}
        />
        {waiting?.takesPasskey && (
          <PasskeyButton kind="proof" variant="outline" onAnswer={(passkey) => void send({ passkey: JSON.parse(passkey) })}>
            {t("passkey.use")}
          </PasskeyButton>
        )}
      </form>
    </Dialog>
  );
}

/** Before React hears of them: what is held back has not happened. @returns what ends it */
function listen(ask: (waiting: Waiting) => void): () => void {
  let passing: Element | undefined;
  const hold = (event: MouseEvent | SubmitEvent) => {
    const held = event.target instanceof Element ? event.target.closest(MARKED) : null;
    const isForm = held instanceof HTMLFormElement;
    if (!held || held === passing || isForm !== (event.type === "submit") || isElsewhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const submitter = "submitter" in event ? event.submitter : null;
    const goOn = () => {
      passing = held;
      if (isForm) held.requestSubmit(submitter?.isConnected ? submitter : null);
      else if (held instanceof HTMLElement) held.click();
      passing = undefined;
    };
    void findProof().then((found) => {
      if (found.is_fresh) goOn();
      else ask({ goOn, takesCode: found.takes_code, takesPasskey: found.takes_passkey });
    });
  };
  document.addEventListener("submit", hold, true);
  document.addEventListener("click", hold, true);
  return () => {
    document.removeEventListener("submit", hold, true);
    document.removeEventListener("click", hold, true);
  };
}

/** In another tab or window the server's own page asks. */
function isElsewhere(event: Event): boolean {
  return event instanceof MouseEvent && (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/** Where nobody answers, or nobody is signed in any more, what was sent finds out by itself. */
async function findProof(): Promise<Found> {
  const reply = await fetch(PROOF, { cache: "no-store" }).catch(() => undefined);
  return reply?.ok ? reply.json() : { is_fresh: true, takes_code: false, takes_passkey: false };
}
type Found = { readonly is_fresh: boolean; readonly takes_code: boolean; readonly takes_passkey: boolean };

type Sent = { readonly password: string } | { readonly passkey: unknown };

/** A wrong password is said at its field; `text` is missing where no answer came. */
async function sendProof(proof: Sent): Promise<"proved" | { readonly text: string | undefined; readonly isAtField: boolean }> {
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(PROOF, { method: "POST", headers, body: JSON.stringify(proof) }).catch(() => undefined);
  if (reply?.ok) return "proved";
  const refusal = (await reply?.json().catch(() => undefined)) as { readonly message?: string } | undefined;
  return { text: refusal?.message, isAtField: reply?.status === 403 };
}
