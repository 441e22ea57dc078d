/** /admin/messages/:messageId: a message, its complaint, and the actions on both. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect, useFetcher } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { isOwn, languageName, toLocale } from "#shared/language/languages.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { useMay } from "#ui/allowed.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { BackLink } from "#ui/text/text-link.tsx";
import { overdueOf } from "../rules/complaint.ts";
import { MARKS } from "../rules/inbox.ts";
import { acknowledgeComplaint, answerComplaint, markAsComplaint } from "../server/answer-complaint.ts";
import { showComplaint } from "../server/list-complaints.ts";
import { showMessage } from "../server/list-inbox.ts";
import { deleteMessage, markMessage } from "../server/mark-message.ts";
import type { Route } from "./+types/inbox-message-page.ts";
import { COMPLAINT_DONE, COMPLAINT_INTENTS, ComplaintCard } from "./complaint-card.tsx";
import { MARKED, MessageActions } from "./inbox-actions.tsx";
import { MessageState } from "./inbox-table.tsx";

export const handle = {
  messages: ["admin-inbox"],
  failures: {
    load: "admin:notLoaded.inbox",
    send: {
      read: "admin-inbox:inbox.markFailed",
      unread: "admin-inbox:inbox.markFailed",
      done: "admin-inbox:inbox.markFailed",
      reopened: "admin-inbox:inbox.markFailed",
      delete: "admin-inbox:inbox.deleteFailed",
      complaint: "admin-inbox:complaints.errors.failed",
      acknowledge: "admin-inbox:complaints.errors.failed",
      answer: "admin-inbox:complaints.errors.failed",
    },
  },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const found = permitted(await showMessage(ctx, actor, params.messageId));
  if (!found.ok) return data({ message: undefined, complaint: undefined }, { status: 404 });
  const complaint = await showComplaint(ctx, actor, params.messageId);
  const overdue = complaint && overdueOf(complaint, ctx.now());
  return data({ message: found.value, complaint: complaint && { ...complaint, overdue } });
}

const schema = z.object({
  intent: z.enum([...MARKS, ...COMPLAINT_INTENTS, "delete"]),
  outcome: typedText,
  answer: typedText,
});

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const id = params.messageId;
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`/admin/messages/${encodeURIComponent(id)}`);
  const { intent, ...typed } = submission.value;
  const mark = MARKS.find((known) => known === intent);
  const actions = {
    delete: () => deleteMessage(ctx, actor, id),
    complaint: () => markAsComplaint(ctx, actor, id),
    acknowledge: () => acknowledgeComplaint(ctx, actor, id),
    answer: () => answerComplaint(ctx, actor, id, typed),
  };
  const run = mark === undefined ? actions[intent as keyof typeof actions] : () => markMessage(ctx, actor, { id, mark });
  const result = await runAction({ ctx, request, form }, run(), "a message could not be changed");
  if (result.ok && intent === "delete") throw redirect("/admin/messages");
  return replyTo(submission, result, { at: AT, status: STATUS });
}

/** Field of an error; others are shown above the form. */
const AT = { no_outcome: "outcome", no_answer: "answer", too_long: "answer" } as const;

const STATUS = {
  failed: 503,
  complaint_open: 409,
  answer_under_way: 409,
  answered: 409,
  not_found: 404,
  no_outcome: 422,
  no_answer: 422,
  too_long: 422,
} as const;

const DONE = { ...MARKED, ...COMPLAINT_DONE };

export default function InboxMessagePage({ loaderData: { message, complaint } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-inbox");
  const { date } = useFormat();
  // Staff who may only read do not mark a message as read.
  const isReadOnly = !useMay("messages.write");
  useReadOnSight(message?.id, isReadOnly || message?.readAt !== undefined);
  if (!message) {
    return (
      <AdminNotFound title={t("inbox.notFound")} text={t("inbox.notFoundText")} to="/admin/messages" back={t("inbox.back")} />
    );
  }
  const moment = (at: Date) => `${date(at, "short")}, ${date(at, "time")}`;
  const locale = toLocale(message.locale);
  const language = isOwn(locale) ? t(locale === "fr" ? "inbox.french" : "inbox.english") : languageName(locale);
  return (
    <AdminPage
      title={message.subject}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MessageState message={message} />
          <span className="wrap-anywhere">{`${message.name}, ${message.email}`}</span>
          <span>{moment(message.createdAt)}</span>
        </span>
      }
      above={<BackLink to="/admin/messages">{t("inbox.back")}</BackLink>}
      actions={<MessageActions message={message} />}
      done={({ intent }: { readonly intent: keyof typeof DONE }) => {
        const key = DONE[intent];
        return key && t(key);
      }}
    >
      <AdminCard>
        <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere" lang={message.locale}>
          {message.text}
        </p>
        <ul className="type-small mt-6 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-4">
          <li>{t("inbox.written", { language })}</li>
          {message.isDoubtful && <li>{t("inbox.doubtfulText")}</li>}
          {message.readAt && <li>{t("inbox.readOn", { date: moment(message.readAt) })}</li>}
          {message.doneAt && <li>{t("inbox.doneOn", { date: moment(message.doneAt) })}</li>}
        </ul>
      </AdminCard>
      <div className="mt-6">
        <ComplaintCard complaint={complaint} locale={message.locale} />
      </div>
    </AdminPage>
  );
}

/** Marks a message as read when it is shown, once; not again after a click on "unread". */
function useReadOnSight(id: string | undefined, isRead: boolean): void {
  const { submit } = useFetcher();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined || seen.current === id) return;
    seen.current = id;
    if (!isRead) void submit({ intent: "read" }, { method: "post" });
  }, [id, isRead, submit]);
}
