/** The evidence of a dispute: its document, whether it was sent, and the ways to send it. */
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { LinkButton } from "#ui/button.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Download, Send } from "#ui/icons.ts";
import type { DisputeDetail } from "../../server/disputes/list-disputes.ts";
import { isPending, type TableDispute } from "./disputes-table.tsx";
import { type EvidenceReply, useEvidenceTexts } from "./evidence-replies.ts";

export type ShownEvidence = Pick<DisputeDetail, "submission" | "canSend"> & {
  readonly dispute: TableDispute;
  /** Another attempt to send it is running. */
  readonly isUnderWay: boolean;
  /** Of London, for the day on which it was sent. */
  readonly today: string;
};

type CardProps = { evidence: ShownEvidence; isNoteUnsaved: boolean };

export function EvidenceCard({ evidence, isNoteUnsaved }: CardProps) {
  const { t } = useTranslation("admin-orders");
  const { dispute, submission, canSend } = evidence;
  const isOpen = isPending(dispute.standing) && !dispute.isSubmitted;
  const isPastDue = dispute.daysLeft !== undefined && dispute.daysLeft < 0;
  return (
    <AdminCard title={t("disputes.evidenceTitle")}>
      <div className="grid gap-4">
        <p className="max-w-[72ch]">{t("disputes.evidenceText")}</p>
        <SendingState evidence={evidence} />
        <div className="flex flex-wrap gap-3">
          {isOpen && canSend && !isPastDue && <SendButton providerName={dispute.providerName} isNoteUnsaved={isNoteUnsaved} />}
          <LinkButton
            to={`/admin/disputes/${dispute.id}/evidence.pdf`}
            reloadDocument
            variant="outline"
            icon={<Download size={18} strokeWidth={1.6} aria-hidden="true" />}
          >
            {t(submission?.state === "sent" && !submission.isByHand ? "disputes.evidenceSent" : "disputes.evidence")}
          </LinkButton>
          {isOpen && <MarkButton today={evidence.today} />}
          {submission?.isByHand && isPending(dispute.standing) && <UnmarkButton />}
        </div>
      </div>
    </AdminCard>
  );
}

function SendingState({ evidence: { dispute, submission, canSend, isUnderWay } }: { evidence: ShownEvidence }) {
  const { t } = useTranslation("admin-orders");
  const { date } = useFormat();
  const pending = isPending(dispute.standing);
  if (submission?.state === "sent" && submission.sentAt) {
    const name = submission.sender || t("disputes.sent.nameless");
    const moment = `${date(submission.sentAt, "short")}, ${date(submission.sentAt, "time")}`;
    return (
      <Note
        tone="success"
        title={
          submission.isByHand
            ? t("disputes.sent.hand", { date: date(submission.sentAt, "short"), name })
            : t("disputes.sent.api", { date: moment, name })
        }
      />
    );
  }
  if (!pending) return null;
  if (dispute.isSubmitted) return <Note tone="success" title={t("disputes.sent.provider")} />;
  if (dispute.daysLeft !== undefined && dispute.daysLeft < 0) return <Note tone="danger" title={t("disputes.pastDueText")} />;
  if (isUnderWay) return <Note tone="info" title={t("disputes.problems.under_way")} />;
  if (submission?.state === "refused") {
    const reason = submission.failure ?? "";
    return (
      <Note
        tone="danger"
        title={reason === "too_large" ? t("disputes.problems.too_large") : t("disputes.sent.refused", { reason })}
      />
    );
  }
  if (submission?.state === "sending") return <Note tone="warn" title={t("disputes.sent.interrupted")} />;
  return canSend ? null : <Note tone="info" title={t("disputes.problems.no_api")} />;
}

/** Sends nothing while the statement has unsaved changes, which could not be sent afterwards. */
function SendButton({ providerName, isNoteUnsaved }: { providerName: string; isNoteUnsaved: boolean }) {
  const { t } = useTranslation("admin-orders");
  const [isOpen, setOpen] = useDialogOpen("send-evidence");
  return (
    <>
      <DialogButton
        dialog="send-evidence"
        icon={<Send size={18} strokeWidth={1.6} aria-hidden="true" />}
        onOpen={() => (isNoteUnsaved ? toastError(t("disputes.send.noteUnsaved"), { id: "note" }) : setOpen(true))}
      >
        {t("disputes.send.button")}
      </DialogButton>
      <ConfirmDialog<EvidenceReply>
        open={isOpen}
        onClose={() => setOpen(false)}
        intent="send-evidence"
        title={t("disputes.send.title")}
        description={t("disputes.send.text", { provider: providerName })}
        confirmLabel={t("disputes.send.button")}
        busyLabel={t("disputes.send.busy")}
        needsReauth
        tone="plain"
        closesOnRefusal
        {...useEvidenceTexts()}
      />
    </>
  );
}

function MarkButton({ today }: { today: string }) {
  const { t } = useTranslation("admin-orders");
  const [isOpen, setOpen] = useDialogOpen("mark-sent");
  return (
    <>
      <DialogButton dialog="mark-sent" variant="outline" onOpen={() => setOpen(true)}>
        {t("disputes.mark.button")}
      </DialogButton>
      <ConfirmDialog<EvidenceReply>
        open={isOpen}
        onClose={() => setOpen(false)}
        intent="mark-sent"
        title={t("disputes.mark.title")}
        description={t("disputes.mark.text")}
        confirmLabel={t("disputes.mark.button")}
        needsReauth
        tone="plain"
        {...useEvidenceTexts()}
      >
        {(form) => <TextField {...form.field("day", today)} label={t("disputes.mark.day")} type="date" max={today} />}
      </ConfirmDialog>
    </>
  );
}

function UnmarkButton() {
  const { t } = useTranslation("admin-orders");
  const [isOpen, setOpen] = useDialogOpen("unmark-sent");
  return (
    <>
      <DialogButton dialog="unmark-sent" variant="outline" onOpen={() => setOpen(true)}>
        {t("disputes.mark.undo")}
      </DialogButton>
      <ConfirmDialog<EvidenceReply>
        open={isOpen}
        onClose={() => setOpen(false)}
        intent="unmark-sent"
        title={t("disputes.mark.undoTitle")}
        description={t("disputes.mark.undoText")}
        confirmLabel={t("disputes.mark.undo")}
        needsReauth
        tone="plain"
        closesOnRefusal
        {...useEvidenceTexts()}
      />
    </>
  );
}
