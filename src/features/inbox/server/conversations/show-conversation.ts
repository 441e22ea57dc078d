/** A message with its answers, further messages and notes, and what staff need to answer it. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { toLocale } from "#shared/language/languages.ts";
import { findOrderNumbers } from "#shared/money/order-number.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type AnswerTemplate, subjectTag, type TemplateValues } from "../../rules/conversation.ts";
import { findComplaintOf } from "../complaint-store.ts";
import type { InboxMessage } from "../inbox-store.ts";
import { type Assignee, listAssignees } from "./assign-message.ts";
import { type Entry, listEntryRows } from "./entry-store.ts";
import { findAccountRow, findOrderRow, findStaffName } from "./sender-store.ts";
import { listTemplateRows } from "./template-store.ts";

export type ShownConversation = {
  /** Oldest first, with the recorded answer to a complaint; without the first message. */
  readonly entries: readonly Entry[];
  /** Where an answer goes: the newest address from which the player wrote. */
  readonly replyAddress: string;
  /** The member of staff who wrote the first message. */
  readonly startedBy: string | undefined;
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
  ctx: Pick<Ctx, "db" | "log" | "brand">,
  actor: Actor,
  message: InboxMessage,
): Promise<Result<ShownConversation, "forbidden">> {
  if (!(await may(ctx, actor, "messages.read"))) return err("forbidden");
  const [written, complaint, account, templates, assignees, startedBy] = await Promise.all([
    listEntryRows(ctx.db, message.id),
    findComplaintOf(ctx.db, message.id),
    findAccountRow(ctx.db, message),
    listTemplateRows(ctx.db),
    listAssignees(ctx),
    message.startedBy === undefined ? undefined : findStaffName(ctx.db, message.startedBy),
  ]);
  const texts = [message.subject, message.text, ...written.flatMap(({ subject = "", text }) => [subject, text])];
  const order = account && (await findOrderRow(ctx.db, account.id, findOrderNumbers(texts.join("\n"))));
  const answers = complaint?.answeredAt && complaint.answer !== undefined ? [await answerOf(ctx, complaint)] : [];
  return ok({
    entries: [...written, ...answers].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ...{ startedBy, account, templates, assignees },
    replyAddress: written.findLast(({ email }) => email !== undefined)?.email ?? message.email,
    order: order && { id: order.id, number: order.number },
    values: {
      name: account?.firstName || message.name,
      shop: ctx.brand.current.name,
      number: complaint?.number ?? subjectTag(message.number),
      ...(order && { order: order.number, draw: inLanguage(order.title, toLocale(message.locale)) }),
    },
  });
}

type Answered = NonNullable<Awaited<ReturnType<typeof findComplaintOf>>>;

/** The recorded answer to a complaint, as an entry of the conversation. */
async function answerOf(ctx: Pick<Ctx, "db">, { id, answer, answeredAt, answeredBy }: Answered): Promise<Entry> {
  return {
    ...{
      id,
      kind: "answer",
      name: undefined,
      email: undefined,
      subject: undefined,
      text: answer ?? "",
      at: answeredAt ?? new Date(0),
      mailState: undefined,
    },
    authorId: answeredBy,
    author: answeredBy === undefined ? undefined : await findStaffName(ctx.db, answeredBy),
  };
}
