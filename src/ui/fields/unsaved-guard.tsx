/** Asks before a form is left whose changes are not saved: by a link, by the browser's buttons, by closing the tab. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker, useNavigation } from "react-router";
import { Button } from "../button.tsx";
import { Dialog } from "../feedback/dialog.tsx";

/**
 * `when`: something has changed. A change of the address's parameters alone counts as leaving too, the saving itself does not; but whoever follows a link before its
 * answer has come is asked.
 */
export function UnsavedGuard({ when }: { when: boolean }) {
  const { t } = useTranslation("admin");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  const isSending = useNavigation().formData !== undefined;
  const asksTab = when && !isSending;
  useEffect(() => {
    if (!asksTab) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [asksTab]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && stay()}
      title={t("kit.unsaved.title")}
      description={t("kit.unsaved.text")}
      footer={
        <>
          <Button variant="outline" onClick={stay}>
            {t("kit.unsaved.stay")}
          </Button>
          <Button variant="danger-solid" onClick={() => blocker.proceed?.()}>
            {t("kit.unsaved.leave")}
          </Button>
        </>
      }
    />
  );
}

/** Whether something was typed into a form. `form` names it, with another name once it is made anew: what is in it then is what is saved. */
export function useTyped(form: string) {
  const [typedInto, setTypedInto] = useState<string>();
  return { isTyped: typedInto === form, onInput: () => setTypedInto(form) };
}
