/** A message with its answers, further messages and notes, and what staff need to answer it. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { toLocale } from "#shared/language/languages.ts";
import type { Locale } from "#shared/language/locale.ts";
import { findOrderNumbers } from "#shared/money/order-number.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type AnswerTemplate, subjectTag, type TemplateValues } from "../../rules/conversation.ts";
import { findComplaintOf } from "../complaint-store.ts";
import type { InboxMessage } from "../inbox-store.ts";
import { type Assignee, listAssignees } from "./assign-message.ts";
import { type Entry, findMailState, findReplyAddress, listEntryRows } from "./entry-store.ts";
import { findAccountRow, findOrderRow, findStaffName } from "./sender-store.ts";
import { listTemplateRows } from "./template-store.ts";

export type ShownConversation = {
  /** Oldest first, with the recorded answer to a complaint; without the first message. */
  readonly entries: readonly Entry[];
  /** Where an answer goes: the newest address from which the player wrote. */
  readonly replyAddress: string;
  /** The account has not confirmed that address: it may be another person's. */
  readonly isUnconfirmed: boolean;
  /** The member of staff who wrote the first message. */
  readonly startedBy: string | undefined;
  /** Of the mail with the first message, if the shop wrote it. */
  readonly firstMailState: string | undefined;
  /** The player with the sender's account or confirmed address. */
  readonly account: { readonly id: string; readonly name: string } | undefined;
  /** The player's order that the message names. */
  readonly order: { readonly id: string; readonly number: string } | undefined;
  /** For templates. */
  readonly values: TemplateValues;
  readonly templates: readonly AnswerTemplate[];
  readonly assignees: readonly Assignee[];
};

/** All but the message itself (`showMessage`). */
export async function showConversation(
  ctx: Pick<Ctx, "db" | "log" | "brand" | "messages">,
  actor: Actor,
  message: InboxMessage,
): Promise<Result<ShownConversation, "forbidden">> {
  if (!(await may(ctx, actor, "messages.read"))) return err("forbidden");
  const [written, newestAddress, complaint, account, templates, assignees, startedBy, firstMailState] = await Promise.all([
    listEntryRows(ctx.db, message.id),
    findReplyAddress(ctx.db, message.id),
    findComplaintOf(ctx.db, message.id),
    findAccountRow(ctx.db, message),
    listTemplateRows(ctx.db),
    listAssignees(ctx),
    message.startedBy === undefined ? undefined : findStaffName(ctx.db, message.startedBy),
    message.startedBy === undefined ? undefined : findMailState(ctx.db, `conversation:${message.id}:start`),
  ]);
  const texts = [message.subject, message.text, ...written.flatMap(({ subject = "", text }) => [subject, text])];
  const order = account && (await findOrderRow(ctx.db, account.id, findOrderNumbers(texts.join("\n"))));
  const answers = complaint?.answeredAt && complaint.answer !== undefined ? [await answerOf(ctx, complaint)] : [];
  const replyAddress = newestAddress ?? message.email;
  const isUnconfirmed = message.userId !== undefined && account?.confirmedEmail !== replyAddress.toLowerCase();
  return ok({
    entries: [...written, ...answers].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ...{ startedBy, firstMailState, account, templates, assignees },
    ...{ replyAddress, isUnconfirmed },
    order: order && { id: order.id, number: order.number },
    values: {
      name: isUnconfirmed ? namelessIn(ctx, toLocale(message.locale)) : account?.firstName || message.name,
      shop: ctx.brand.current.name,
      number: complaint?.number ?? subjectTag(message.number),
      ...(order && { order: order.number, draw: inLanguage(order.title, toLocale(message.locale)) }),
    },
  });
}

/** How templates address a reader whose address is not confirmed: the name may be another person's. */
export function namelessIn(ctx: Pick<Ctx, "messages">, locale: Locale): string {
  return ctx.messages[locale].getFixedT(null, "mails")("letter.nameless");
}

type Answered = NonNullable<Awaited<ReturnType<typeof findComplaintOf>>>;

/** The recorded answer to a complaint, as an entry of the conversation. */
async function answerOf(ctx: Pick<Ctx, "db">, { id, messageId, answer, answeredAt, answeredBy }: Answered): Promise<Entry> {
  return {
    ...{ id, kind: "answer", name: undefined, email: undefined, subject: undefined },
    ...{ text: answer ?? "", at: answeredAt ?? new Date(0) },
    mailState: await findMailState(ctx.db, `complaint-answered:${messageId}`),
    authorId: answeredBy,
    author: answeredBy === undefined ? undefined : await findStaffName(ctx.db, answeredBy),
  };
}
