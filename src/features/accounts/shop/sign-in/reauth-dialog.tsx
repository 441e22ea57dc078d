/** Asks for re-authentication in a dialog, before a form or link that needs it is sent. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CONFIRM_PAGE } from "#features/access/rules/reauth.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { ReauthFields, useReauthForm } from "./reauth-form.tsx";

const REAUTH_URL = "/api/session/proof";
/** Forms and links that need a recent re-authentication. */
const MARKED = "[data-needs-reauth]";

/** Holds back forms and links with `data-needs-reauth` until re-authentication. Use it once in a layout. */
export function ReauthDialog({ email }: { email: string }) {
  const [waiting, setWaiting] = useState<Waiting>();
  useEffect(() => listen(setWaiting), []);
  return waiting && <ReauthQuestion email={email} waiting={waiting} onClose={() => setWaiting(undefined)} />;
}

/** `goOn` sends the form, or follows the link, that was held back. */
type Waiting = { readonly goOn: () => void; readonly takesCode: boolean; readonly takesPasskey: boolean };

type QuestionProps = { email: string; waiting: Waiting; onClose: () => void };

function ReauthQuestion({ email, waiting: { goOn, takesCode, takesPasskey }, onClose }: QuestionProps) {
  const { t } = useTranslation("auth");
  const onDone = () => {
    onClose();
    goOn();
  };
  const form = useReauthForm({ onDone });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("proof.title")}
      description={t("proof.text")}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("proof.cancel")}
          </Button>
          <Button type="submit" form={form.id} busy={form.isBusy}>
            {t("proof.submit")}
          </Button>
        </>
      }
    >
      {/* As for a file, only the reply matters. The page under the dialog stays unchanged. */}
      <ShopFormFrame
        form={form}
        action={`${CONFIRM_PAGE}?file=1`}
        defaultShouldRevalidate={false}
        noValidate
        className="grid gap-4"
      >
        <ReauthFields form={form} email={email} takesCode={takesCode} takesPasskey={takesPasskey} />
      </ShopFormFrame>
    </Dialog>
  );
}

/** Listens before React, which must not see events that are held back. @returns a cleanup function */
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
    void findReauth().then((found) => {
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

/** In another tab or window, the server's own page asks. */
function isElsewhere(event: Event): boolean {
  return event instanceof MouseEvent && (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/** If the question fails or the session is gone, the request itself will report it. */
async function findReauth(): Promise<Found> {
  const reply = await fetch(REAUTH_URL, { cache: "no-store" }).catch(() => undefined);
  return reply?.ok ? reply.json() : { is_fresh: true, takes_code: false, takes_passkey: false };
}
type Found = { readonly is_fresh: boolean; readonly takes_code: boolean; readonly takes_passkey: boolean };
