import { useTranslation } from "react-i18next";
import { Allowed } from "#ui/allowed.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { CheckCheck, Trash2 } from "#ui/icons.ts";
import type { Mark } from "../rules/inbox.ts";

export type MessageReply = FormReply<Mark | "delete", keyof typeof ERROR_KEYS>;

type Props = {
  message: {
    readonly readAt: Date | undefined;
    readonly doneAt: Date | undefined;
  };
};

const icon = { size: 18, strokeWidth: 1.6, "aria-hidden": true } as const;

/** Mark, delete. */
export function MessageActions({ message }: Props) {
  return (
    <Allowed right="messages.write">
      <MarkButton intent={message.doneAt ? "reopened" : "done"} />
      <MarkButton intent={message.readAt ? "unread" : "read"} />
      <Delete />
    </Allowed>
  );
}

/** Sentence after each mark. */
export const MARKED = { done: "inbox.doneToast", reopened: "inbox.reopenedToast", read: undefined, unread: undefined } as const;

const LABELS = {
  done: "inbox.markDone",
  reopened: "inbox.reopen",
  unread: "inbox.markUnread",
  read: "inbox.markRead",
} as const;

function MarkButton({ intent }: { intent: Mark }) {
  const { t } = useTranslation("admin-inbox");
  return (
    <ActionButton<MessageReply>
      intent={intent}
      say={() => t("inbox.markFailed")}
      // The mark that was set: the button already shows the opposite one.
      done={({ intent: set }) => {
        const key = MARKED[set as Mark];
        return key && t(key);
      }}
      variant="outline"
      size="sm"
      icon={intent === "done" ? <CheckCheck {...icon} /> : undefined}
    >
      {t(LABELS[intent])}
    </ActionButton>
  );
}

/** Sentence of each error. */
const ERROR_KEYS = {
  not_found: "inbox.deleteFailed",
  complaint_open: "inbox.complaintOpen",
  answer_under_way: "inbox.answerUnderWay",
  failed: "inbox.deleteFailed",
} as const;

function Delete() {
  const { t } = useTranslation("admin-inbox");
  const [isOpen, setOpen] = useDialogOpen("delete");
  return (
    <>
      <DialogButton dialog="delete" variant="danger" size="sm" icon={<Trash2 {...icon} />} onOpen={() => setOpen(true)}>
        {t("inbox.delete")}
      </DialogButton>
      <ConfirmDialog<MessageReply>
        open={isOpen}
        onClose={() => setOpen(false)}
        intent="delete"
        title={t("inbox.deleteTitle")}
        description={t("inbox.deleteText")}
        confirmLabel={t("inbox.delete")}
        say={(code) => t(ERROR_KEYS[code])}
        needsReauth
      />
    </>
  );
}
