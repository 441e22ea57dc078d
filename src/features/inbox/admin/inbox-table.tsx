import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Badge } from "#ui/badge.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import type { Inbox } from "../server/list-inbox.ts";

type TableMessage = Omit<Inbox["messages"][number], "text" | "locale">;

/** Table of messages; unread ones are bold. `empty`: shown without rows. */
export function InboxTable({ messages, empty }: { messages: readonly TableMessage[]; empty: ReactNode }) {
  const { t } = useTranslation("admin-inbox");
  const { date } = useFormat();
  return (
    <DataTable
      caption={t("inbox.title")}
      rows={messages}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          id: "subject",
          header: t("inbox.subject"),
          card: "title",
          cell: ({ id, subject, readAt }) => (
            <Link
              to={`/admin/messages/${id}`}
              className={`inline-flex min-h-7 items-center wrap-anywhere hover:underline ${readAt ? "" : "font-[640]"}`}
            >
              {subject}
            </Link>
          ),
        },
        {
          id: "from",
          header: t("inbox.from"),
          cell: ({ name, email }) => (
            <div className="wrap-anywhere">
              {name}
              <span className="block text-[0.8125rem] text-muted">
                <EmailText address={email} />
              </span>
            </div>
          ),
        },
        {
          id: "when",
          header: t("inbox.when"),
          cell: ({ createdAt }) => `${date(createdAt, "short")}, ${date(createdAt, "time")}`,
        },
        { id: "assignee", header: t("conversation.assignTo"), cell: ({ assignee }) => assignee ?? t("conversation.unassigned") },
        { id: "state", header: t("inbox.state"), cell: (message) => <MessageState message={message} /> },
      ]}
    />
  );
}

type MarkedMessage = Pick<TableMessage, "readAt" | "answeredAt" | "doneAt" | "isDoubtful">;

/** New, read, answered or done, and whether it may be spam. */
export function MessageState({ message }: { message: MarkedMessage }) {
  const { t } = useTranslation("admin-inbox");
  return (
    <span className="flex flex-wrap gap-1.5">
      <Progress message={message} />
      {message.isDoubtful && <Badge tone="cancelled">{t("inbox.doubtful")}</Badge>}
    </span>
  );
}

function Progress({ message: { readAt, answeredAt, doneAt } }: { message: MarkedMessage }) {
  const { t } = useTranslation("admin-inbox");
  if (doneAt) return <Badge tone="active">{t("inbox.done")}</Badge>;
  if (answeredAt) return <Badge tone="draft">{t("inbox.waiting")}</Badge>;
  return readAt ? <Badge tone="warn">{t("inbox.read")}</Badge> : <Badge tone="completed">{t("inbox.new")}</Badge>;
}
