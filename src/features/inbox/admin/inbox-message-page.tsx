/** /admin/messages/:messageId: a conversation, its complaint, and the actions on both. */
import { randomUUID } from "node:crypto";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect, useFetcher } from "react-router";
import { z } from "zod";
import { adminIdOf } from "#features/access/server/actor.ts";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { isUuid } from "#shared/ids.ts";
import { isOwn, languageName, toLocale } from "#shared/language/languages.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed, useMay } from "#ui/allowed.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedTexts } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { BackLink } from "#ui/text/text-link.tsx";
import { overdueOf } from "../rules/complaint.ts";
import { type EntryKind, subjectTag } from "../rules/conversation.ts";
import { MARKS } from "../rules/inbox.ts";
import { acknowledgeComplaint, answerComplaint, markAsComplaint } from "../server/answer-complaint.ts";
import { writeEntry } from "../server/conversations/answer-message.ts";
import { assignMessage } from "../server/conversations/assign-message.ts";
import { showConversation } from "../server/conversations/show-conversation.ts";
import { showComplaint } from "../server/list-complaints.ts";
import { showMessage } from "../server/list-inbox.ts";
import { deleteMessage, markMessage } from "../server/mark-message.ts";
import type { Route } from "./+types/inbox-message-page.ts";
import { AnswerForm, CONVERSATION_DONE, CONVERSATION_INTENTS } from "./answer-form.tsx";
import { COMPLAINT_DONE, COMPLAINT_INTENTS, ComplaintCard } from "./complaint-card.tsx";
import { ConversationSide } from "./conversation-side.tsx";
import { Conversation } from "./conversation.tsx";
import { MARKED, MessageActions } from "./inbox-actions.tsx";
import { MessageState } from "./inbox-table.tsx";
import { textOfTemplate } from "./template-picker.tsx";

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
      reply: "admin-inbox:conversation.errors.failed",
      note: "admin-inbox:conversation.errors.failed",
      paste: "admin-inbox:conversation.errors.failed",
      assign: "admin-inbox:conversation.errors.failed",
    },
  },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const found = permitted(await showMessage(ctx, actor, params.messageId));
  if (!found.ok) return data({ shown: undefined }, { status: 404 });
  const message = found.value;
  const [complaint, conversation] = await Promise.all([
    showComplaint(ctx, actor, message.id),
    showConversation(ctx, actor, message).then((shown) => permitted(shown).value),
  ]);
  const ownId = adminIdOf(actor);
  const { templates, values } = conversation;
  const template = templates.find(({ id }) => id === search.get("template"));
  const entries = conversation.entries.map(({ authorId, ...entry }) => ({
    ...entry,
    isOwn: authorId !== undefined && authorId === ownId,
    isSignedIn: authorId !== undefined && authorId === message.userId,
  }));
  return data({
    shown: {
      ...{ message, ownId, conversation: { ...conversation, entries } },
      complaint: complaint && { ...complaint, overdue: overdueOf(complaint, ctx.now()) },
      prefill: template ? textOfTemplate(template, message.locale, values) : "",
      requestKeys: { reply: randomUUID(), note: randomUUID(), paste: randomUUID() },
    },
  });
}

const schema = z.object({
  intent: z.enum([...MARKS, ...COMPLAINT_INTENTS, ...CONVERSATION_INTENTS, "delete"]),
  ...typedTexts(["outcome", "answer", "text", "closes", "seen", "assignee", "requestKey"]),
});

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const id = params.messageId;
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`/admin/messages/${encodeURIComponent(id)}`);
  const { intent, text, closes, seen, assignee, requestKey: key, ...typed } = submission.value;
  const written = { text, requestKey: isUuid(key) ? key : undefined };
  const mark = MARKS.find((known) => known === intent);
  const actions = {
    delete: () => deleteMessage(ctx, actor, id),
    complaint: () => markAsComplaint(ctx, actor, id),
    acknowledge: () => acknowledgeComplaint(ctx, actor, id),
    answer: () => answerComplaint(ctx, actor, id, typed),
    reply: () => {
      const known = /^\d+$/.test(seen) ? Number(seen) : undefined;
      return writeEntry(ctx, actor, id, { ...written, kind: "answer", closes: closes === "on", seen: known });
    },
    note: () => writeEntry(ctx, actor, id, { ...written, kind: "note" }),
    paste: () => writeEntry(ctx, actor, id, { ...written, kind: "email" }),
    assign: () => assignMessage(ctx, actor, { messageId: id, assigneeId: assignee }),
  };
  const run = mark === undefined ? actions[intent as keyof typeof actions] : () => markMessage(ctx, actor, { id, mark });
  const result = await runAction({ ctx, request, form }, run(), "a message could not be changed");
  if (result.ok && intent === "delete") throw redirect("/admin/messages");
  const at = intent === "answer" ? { ...AT, too_long: "answer", unfilled: "answer" } : AT;
  return replyTo(submission, result, { at, status: STATUS });
}

/** Field of an error; others are shown above the form. */
const AT = {
  ...{ no_outcome: "outcome", no_answer: "answer", no_assignee: "assignee" },
  ...{ no_text: "text", unfilled: "text", too_long: "text" },
} as const;

const STATUS = {
  failed: 503,
  complaint_open: 409,
  answer_under_way: 409,
  answered: 409,
  not_found: 404,
  no_outcome: 422,
  no_answer: 422,
  too_long: 422,
  no_text: 422,
  unfilled: 422,
  no_assignee: 422,
  meanwhile: 409,
  tooMany: 429,
} as const;

const DONE = { ...MARKED, ...COMPLAINT_DONE, ...CONVERSATION_DONE };

export default function InboxMessagePage({ loaderData: { shown } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-inbox");
  const { date } = useFormat();
  // Staff who may only read do not mark a message as read.
  const isReadOnly = !useMay("messages.write");
  useReadOnSight(shown?.message.id, isReadOnly || shown?.message.readAt !== undefined);
  if (!shown) {
    return (
      <AdminNotFound title={t("inbox.notFound")} text={t("inbox.notFoundText")} to="/admin/messages" back={t("inbox.back")} />
    );
  }
  const { message, complaint, conversation, ownId, prefill, requestKeys } = shown;
  const { entries } = conversation;
  const moment = (at: Date) => `${date(at, "short")}, ${date(at, "time")}`;
  const locale = toLocale(message.locale);
  const language = isOwn(locale) ? t(locale === "fr" ? "inbox.french" : "inbox.english") : languageName(locale);
  const isComplaintOpen = complaint !== undefined && complaint.answeredAt === undefined;
  const ownCount = (kind: EntryKind) => entries.filter((entry) => entry.isOwn && entry.kind === kind).length;
  const seen = entries.filter(({ kind, id }) => kind !== "note" && id !== complaint?.id).length;
  const template = { templates: conversation.templates, values: conversation.values, locale: message.locale };
  const complaintCard = <ComplaintCard complaint={complaint} template={template} />;
  return (
    <AdminPage
      title={message.subject}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MessageState message={message} />
          <span translate="no">{subjectTag(message.number)}</span>
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
      <div className="admin-columns items-start">
        <div className="grid min-w-0 gap-4">
          <Conversation
            first={{
              ...message,
              startedBy: message.startedBy === undefined ? undefined : (conversation.startedBy ?? ""),
              isSignedIn: message.userId !== undefined,
              mailState: conversation.firstMailState,
            }}
            entries={entries}
            locale={message.locale}
          />
          <ul className="type-small flex flex-wrap gap-x-6 gap-y-1">
            <li>{t("inbox.written", { language })}</li>
            {message.isDoubtful && <li>{t("inbox.doubtfulText")}</li>}
            {message.readAt && <li>{t("inbox.readOn", { date: moment(message.readAt) })}</li>}
            {message.doneAt && <li>{t("inbox.doneOn", { date: moment(message.doneAt) })}</li>}
          </ul>
          {complaint && complaintCard}
          <Allowed right="messages.write">
            <AdminCard
              title={t(isComplaintOpen ? "conversation.askTitle" : "conversation.answerTitle")}
              note={isComplaintOpen ? t("conversation.askNote") : undefined}
            >
              <AnswerForm
                key={ownCount("answer")}
                {...{ ...template, prefill, seen, isComplaintOpen, requestKey: requestKeys.reply }}
              />
            </AdminCard>
          </Allowed>
          {!complaint && complaintCard}
        </div>
        <div className="grid min-w-0 gap-4">
          <ConversationSide
            {...{ conversation, message, ownId }}
            note={{ requestKey: requestKeys.note, count: ownCount("note") }}
            paste={{ requestKey: requestKeys.paste, count: ownCount("email") }}
          />
        </div>
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
