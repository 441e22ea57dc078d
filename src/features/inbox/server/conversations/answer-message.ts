/** Staff answer a message, note something, or copy a reply that came by e-mail. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { withPlainLines } from "../../rules/contact.ts";
import { LONGEST_ENTRY, unfilledPlaceholder } from "../../rules/conversation.ts";
import { lockMessageRow, setMarks } from "../inbox-store.ts";
import { countWritten, findEntryByKey, insertEntry, reopenConversation } from "./entry-store.ts";

export type WrittenKind = "answer" | "note" | "email";
/** `meanwhile`: the conversation has an answer or a message that the author has not seen. */
export type WriteError = "forbidden" | "not_found" | "no_text" | "too_long" | "unfilled" | "meanwhile" | "tooMany";

export type WrittenEntry = {
  readonly kind: WrittenKind;
  readonly text: string;
  /** For an answer: closes the conversation. */
  readonly closes?: boolean;
  /** Messages and answers on the author's page, besides the first message. */
  readonly seen?: number | undefined;
  /** Makes repeated requests one. */
  readonly requestKey?: string | undefined;
};

const ACTIONS = { answer: "message.answer", note: "message.note", email: "message.paste" } as const;

/** Takes an attempt of the member of staff: a stolen session must not send mails without limit. */
export async function isOverMailLimit(ctx: Ctx, actor: Actor): Promise<boolean> {
  const staffId = adminIdOf(actor);
  return staffId !== undefined && (await consumeRateLimit(ctx, "playerMailByStaff", staffId)) > 0;
}

/** Adds an entry; an answer is mailed. The log, which is stored longer, has no text. */
export async function writeEntry(
  ctx: Ctx,
  actor: Actor,
  messageId: string,
  { kind, text: typed, closes = false, seen, requestKey }: WrittenEntry,
): Promise<Result<undefined, WriteError>> {
  if (!(await may(ctx, actor, "messages.write"))) return err("forbidden");
  if (!isUuid(messageId)) return err("not_found");
  const text = withPlainLines(typed).trim();
  if (text === "") return err("no_text");
  if (text.length > LONGEST_ENTRY[kind]) return err("too_long");
  if (kind === "answer" && unfilledPlaceholder(text) !== undefined) return err("unfilled");
  if (kind === "answer" && (await isOverMailLimit(ctx, actor))) return err("tooMany");
  return ctx.db.transaction().execute(async (tx) => {
    const message = await lockMessageRow(tx, messageId);
    if (!message) return err("not_found");
    const earlier = requestKey === undefined ? undefined : await findEntryByKey(tx, requestKey);
    // The first request was stored, and the text was corrected since.
    if (earlier) return earlier.messageId === messageId && earlier.text === text ? ok() : err("meanwhile");
    if (kind === "answer" && seen !== undefined && (await countWritten(tx, messageId)) > seen) return err("meanwhile");
    const at = ctx.now();
    const entryId = await insertEntry(tx, { messageId, kind, text, authorId: adminIdOf(actor), at, requestKey });
    if (entryId === undefined) throw new Error("inserting an entry under the message's lock returned no id");
    if (kind === "email") await reopenConversation(tx, messageId, at);
    if (kind === "answer") {
      await setMarks(tx, messageId, { read_at: message.readAt ?? at, answered_at: at, done_at: closes ? at : null });
      await ctx.jobs.send(tx, "conversation-mail", { messageId, entryId });
    }
    const after = kind === "answer" && closes ? { done_at: at } : undefined;
    await recordChange(tx, { actor, action: ACTIONS[kind], subjectType: "message", subjectId: messageId, after, at });
    return ok();
  });
}
