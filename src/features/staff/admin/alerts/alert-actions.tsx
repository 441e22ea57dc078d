/** Buttons of an alert's page: look into it, mark it as done, reopen it. */
import { useTranslation } from "react-i18next";
import { type Alert, alertPath, LONGEST_NOTE } from "#features/access/rules/alert.ts";
import { Allowed } from "#ui/allowed.tsx";
import { LinkButton } from "#ui/button.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { CheckCheck } from "#ui/icons.ts";

/** `see`: read. `finish`: done, with a note. */
export const ALERT_INTENTS = ["see", "finish", "reopen"] as const;
export type AlertReply = FormReply<(typeof ALERT_INTENTS)[number], keyof typeof ERROR_KEYS>;

/** Sentence of each error in `admin-alerts.json`. */
const ERROR_KEYS = {
  not_found: "alerts.notFoundError",
  no_note: "alerts.noNote",
  raised_again: "alerts.raisedAgain",
  done_meanwhile: "alerts.doneMeanwhile",
  failed: "alerts.failed",
} as const;

/** Sentence after each action; reading needs none. */
const DONE = { see: undefined, finish: "alerts.doneToast", reopen: "alerts.reopenedToast" } as const;

/** The sentence after a successful action. */
export function useAlertDone(): (reply: AlertReply) => string | undefined {
  const { t } = useTranslation("admin-alerts");
  return ({ intent }) => {
    const key = DONE[intent];
    return key && t(key);
  };
}

/** The link to the page where staff deal with the alert, and the buttons that close or reopen it. */
export function AlertActions({ alert }: { alert: Pick<Alert, "kind" | "subject" | "handledAt"> }) {
  const { t } = useTranslation("admin-alerts");
  const path = alertPath(alert);
  return (
    <>
      {path !== undefined && (
        <LinkButton to={path} variant="outline" size="sm">
          {t(`alerts.look.${alert.subject.type}`)}
        </LinkButton>
      )}
      <Allowed right="alerts.write">
        <Finish isOpen={alert.handledAt === undefined} />
        <Reopen isDone={alert.handledAt !== undefined} />
      </Allowed>
    </>
  );
}

/** Asks for a note and closes the alert. The dialog stays open if a colleague closes the alert meanwhile. */
function Finish({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation("admin-alerts");
  const [isDialogOpen, setOpen] = useDialogOpen("finish");
  return (
    <>
      {isOpen && (
        <DialogButton
          dialog="finish"
          size="sm"
          icon={<CheckCheck size={18} strokeWidth={1.6} aria-hidden="true" />}
          onOpen={() => setOpen(true)}
        >
          {t("alerts.finish")}
        </DialogButton>
      )}
      <ConfirmDialog<AlertReply>
        open={isDialogOpen}
        onClose={() => setOpen(false)}
        intent="finish"
        title={t("alerts.finishTitle")}
        confirmLabel={t("alerts.finish")}
        tone="plain"
        say={(code) => t(ERROR_KEYS[code])}
        done={useAlertDone()}
      >
        {(form) => (
          <TextArea
            {...form.field("note")}
            label={t("alerts.note")}
            rows={3}
            maxLength={LONGEST_NOTE}
            hint={t("alerts.noteHint")}
          />
        )}
      </ConfirmDialog>
    </>
  );
}

function Reopen({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation("admin-alerts");
  const done = useAlertDone();
  if (!isDone) return null;
  return (
    <ActionButton<AlertReply> intent="reopen" variant="outline" size="sm" say={(code) => t(ERROR_KEYS[code])} done={done}>
      {t("alerts.reopen")}
    </ActionButton>
  );
}
