/** What can be done with an alert: look into it, and say that it is done and how; or open it again. */
import { CheckCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { AskButton, type Typed, useAsked, useTypedBefore } from "#ui/feedback/asked.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { type Alert, alertPath, LONGEST_NOTE } from "../rules/alert.ts";

export const ALERT_INTENTS = ["see", "finish", "reopen"] as const;
/** Without `error` it is done. */
export type AlertReply = {
  readonly intent: (typeof ALERT_INTENTS)[number];
  readonly error: "not_found" | "no_note" | "raised_again" | "done_meanwhile" | "failed" | undefined;
  readonly typed?: Typed<"note">;
};

const SAID = {
  not_found: "alerts.notFoundError",
  no_note: "alerts.noNote",
  raised_again: "alerts.raisedAgain",
  done_meanwhile: "alerts.doneMeanwhile",
  failed: "alerts.failed",
} as const;

const DONE = { see: undefined, finish: "alerts.doneToast", reopen: "alerts.reopenedToast" } as const;

/** What came of a form that was not refused. */
export function useAlertDone(): (reply: AlertReply) => string | undefined {
  const { t } = useTranslation("admin-alerts");
  return ({ intent }) => {
    const said = DONE[intent];
    return said && t(said);
  };
}

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

/** The buttons come and go with the state; who asked stays to hear the answer. */
function Finish({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation("admin-alerts");
  const fetcher = useFetcher<AlertReply>();
  const [isAsked, setAsked] = useAsked("finish");
  const answer = useAnswer(fetcher, "finish", isAsked);
  const refusal = fetcher.state === "idle" ? answer?.error : undefined;
  const typed = useTypedBefore<"note">("finish");
  useReply(fetcher, ({ error }) => {
    if (error !== undefined) return;
    setAsked(false);
    toastSuccess(t("alerts.doneToast"));
  });
  return (
    <>
      {isOpen && (
        <AskButton
          ask="finish"
          size="sm"
          icon={<CheckCheck size={18} strokeWidth={1.6} aria-hidden="true" />}
          onAsk={() => setAsked(true)}
        >
          {t("alerts.finish")}
        </AskButton>
      )}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("alerts.finishTitle")}
        confirmLabel={t("alerts.finish")}
        tone="plain"
        fetcher={fetcher}
        fields={{ intent: "finish" }}
      >
        {refusal !== undefined && refusal !== "no_note" && <Note tone="danger" title={t(SAID[refusal])} role="alert" />}
        <TextArea
          label={t("alerts.note")}
          name="note"
          defaultValue={typed?.note}
          rows={3}
          maxLength={LONGEST_NOTE}
          hint={t("alerts.noteHint")}
          error={refusal === "no_note" ? t("alerts.noNote") : undefined}
        />
      </ConfirmDialog>
    </>
  );
}

/** A form, so that it works before scripts load. */
function Reopen({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation("admin-alerts");
  const fetcher = useFetcher<AlertReply>();
  useReply(fetcher, ({ error }) => (error === undefined ? toastSuccess(t("alerts.reopenedToast")) : toastError(t(SAID[error]))));
  if (!isDone) return null;
  return (
    <fetcher.Form method="post">
      <Button type="submit" name="intent" value="reopen" variant="outline" size="sm" busy={fetcher.state !== "idle"}>
        {t("alerts.reopen")}
      </Button>
    </fetcher.Form>
  );
}
