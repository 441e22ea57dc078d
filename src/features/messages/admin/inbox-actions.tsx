/** What can be done with a message: answered in one's own mail program, marked, deleted. */
import { CheckCheck, Reply, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { AskButton, useAsked } from "#ui/feedback/asked.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { type Mark, replyAddress } from "../rules/inbox.ts";

/** Without `error` it is done. */
export type MessageReply = {
  readonly intent: Mark | "delete";
  readonly error: "not_found" | "complaint_open" | "answer_under_way" | "failed" | undefined;
};

type Props = {
  message: {
    readonly email: string;
    readonly subject: string;
    readonly text: string;
    readonly readAt: Date | undefined;
    readonly doneAt: Date | undefined;
  };
};

const icon = { size: 18, strokeWidth: 1.6, "aria-hidden": true } as const;

export function MessageActions({ message }: Props) {
  const { t } = useTranslation("admin-inbox");
  return (
    <Allowed right="messages.write">
      <a href={replyAddress(message)} className="btn" data-variant="gold" data-size="sm">
        <Reply {...icon} />
        {t("inbox.reply")}
      </a>
      <MarkButton intent={message.doneAt ? "reopened" : "done"} />
      <MarkButton intent={message.readAt ? "unread" : "read"} />
      <Delete />
    </Allowed>
  );
}

/** What came of a mark; that something was read is no news. */
export const MARKED = { done: "inbox.doneToast", reopened: "inbox.reopenedToast", read: undefined, unread: undefined } as const;

const LABELS = {
  done: "inbox.markDone",
  reopened: "inbox.reopen",
  unread: "inbox.markUnread",
  read: "inbox.markRead",
} as const;

/** A form, so that it works before scripts load. */
function MarkButton({ intent }: { intent: Mark }) {
  const { t } = useTranslation("admin-inbox");
  const fetcher = useFetcher<MessageReply>();
  useReply(fetcher, (reply) => {
    if (reply.error !== undefined) return toastError(t("inbox.markFailed"));
    const said = reply.intent === "delete" ? undefined : MARKED[reply.intent];
    if (said) toastSuccess(t(said));
  });
  return (
    <fetcher.Form method="post">
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="outline"
        size="sm"
        busy={fetcher.state !== "idle"}
        icon={intent === "done" ? <CheckCheck {...icon} /> : undefined}
      >
        {t(LABELS[intent])}
      </Button>
    </fetcher.Form>
  );
}

/** Why a message was not deleted. */
const KEPT = {
  not_found: "inbox.deleteFailed",
  complaint_open: "inbox.complaintOpen",
  answer_under_way: "inbox.answerUnderWay",
  failed: "inbox.deleteFailed",
} as const;

function Delete() {
  const { t } = useTranslation("admin-inbox");
  const fetcher = useFetcher<MessageReply>();
  const [isOpen, setOpen] = useAsked("delete");
  const refused = useAnswer(fetcher, "delete", isOpen)?.error;
  const textOf = (error: NonNullable<MessageReply["error"]>) => t(KEPT[error]);
  useReply(fetcher, (reply) => {
    if (reply?.error !== undefined) toastError(textOf(reply.error));
  });
  return (
    <>
      <AskButton ask="delete" variant="danger" size="sm" icon={<Trash2 {...icon} />} onAsk={() => setOpen(true)}>
        {t("inbox.delete")}
      </AskButton>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("inbox.deleteTitle")}
        description={t("inbox.deleteText")}
        confirmLabel={t("inbox.delete")}
        fetcher={fetcher}
        fields={{ intent: "delete" }}
        needsProof
        said={refused && textOf(refused)}
      />
    </>
  );
}
