/** In the browser: what an administrator sends is not lost to a session that has ended meanwhile. It waits until they have signed in again, in another tab. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

const NEWS = "concours:admin-session";
const LOOK_AGAIN_MS = 2000;

/** Asks before each form is sent; @returns once somebody is signed in, or nobody waits for it any more. */
export async function untilSignedIn(signal: AbortSignal): Promise<void> {
  if (await isSignedIn()) return;
  tell(true);
  while (!signal.aborted && !(await isSignedIn())) await untilItMayHaveChanged();
  tell(false);
}

/** Where nothing answers, the form itself will say so. */
async function isSignedIn(): Promise<boolean> {
  const reply = await fetch("/admin/session", { redirect: "manual", cache: "no-store" }).catch(() => undefined);
  return reply?.type !== "opaqueredirect";
}

function untilItMayHaveChanged(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener("focus", goOn);
      resolve();
    };
    const timer = setTimeout(goOn, LOOK_AGAIN_MS);
    addEventListener("focus", goOn);
  });
}

const tell = (hasEnded: boolean) => dispatchEvent(new CustomEvent(NEWS, { detail: hasEnded }));

/** Says what is waited for. Closed, the form behind it waits all the same. */
export function SessionEnded() {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const hear = (news: Event) => setOpen(news instanceof CustomEvent && news.detail === true);
    addEventListener(NEWS, hear);
    return () => removeEventListener(NEWS, hear);
  }, []);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={t("session.ended")}
      description={t("session.text")}
      footer={
        <LinkButton to="/login?next=/admin" target="_blank">
          {t("session.signIn")}
        </LinkButton>
      }
    />
  );
}
