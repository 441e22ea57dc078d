/** Staff write to a player first, or copy an e-mail that came to the shop's own mailbox. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { cleanEmail } from "#features/accounts/rules/person/email-address.ts";
import { tidyText } from "#features/accounts/rules/registration.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, type Ok, ok, type Result } from "#shared/result.ts";
import { type ContactFields, checkContact, LONGEST, withPlainLines } from "../../rules/contact.ts";
import { findTag, LONGEST_ENTRY, unfilledPlaceholder } from "../../rules/conversation.ts";
import { findMessageByKey, insertContactMessage } from "../contact-store.ts";
import type { RecordProblems } from "../record-complaint.ts";
import { isOverMailLimit, type WriteError } from "./answer-message.ts";
import {
  findEntryByKey,
  insertEntry,
  lockConversationOfEmail,
  lockConversationOfTag,
  reopenConversation,
} from "./entry-store.ts";

type Context = Pick<Ctx, "db" | "log" | "now" | "jobs">;

/** `no_address`: the account is erased. */
export type StartError = "no_address" | "no_subject" | WriteError;

type FirstMessage = {
  readonly userId: string;
  readonly subject: string;
  readonly text: string;
  readonly requestKey?: string | undefined;
};

/** Writes to a player. Idempotent per request key. @returns the id of the conversation's message */
export async function startConversation(
  ctx: Ctx,
  actor: Actor,
  { userId, subject: typedSubject, text: typed, requestKey }: FirstMessage,
): Promise<Result<string, StartError>> {
  if (!(await may(ctx, actor, "messages.write"))) return err("forbidden");
  const contact = isUuid(userId) ? (await listContacts(ctx, [userId])).get(userId) : undefined;
  if (!contact) return err("no_address");
  const subject = tidyText(typedSubject);
  const text = withPlainLines(typed).trim();
  if (subject === "" || subject.length > LONGEST.subject) return err("no_subject");
  if (text === "") return err("no_text");
  if (text.length > LONGEST_ENTRY.answer) return err("too_long");
  if (unfilledPlaceholder(`${subject} ${text}`) !== undefined) return err("unfilled");
  if (await isOverMailLimit(ctx, actor)) return err("tooMany");
  const author = adminIdOf(actor);
  return ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    const { email, firstName, lastName, locale } = contact;
    const name = `${firstName} ${lastName}`.trim() || email;
    const written = { name, email, subject, message: text, locale, now: at, userId, requestKey };
    const messageId = await insertContactMessage(tx, { ...written, startedBy: author });
    if (messageId === undefined) {
      const earlier = requestKey === undefined ? undefined : await findMessageByKey(tx, requestKey);
      if (!earlier) return err("not_found");
      // The first request was stored, and the text was corrected since.
      return earlier.subject === subject && earlier.message === text ? ok(earlier.id) : err("meanwhile");
    }
    await ctx.jobs.send(tx, "conversation-mail", { messageId });
    await recordChange(tx, { actor, action: "message.start", subjectType: "message", subjectId: messageId, at });
    return ok(messageId);
  });
}

/** `locale`: of a new conversation. `isSamePerson`: staff confirm that the sender has two addresses. */
export type ReceivedEmail = {
  readonly fields: ContactFields;
  readonly locale: Locale;
  readonly isSamePerson?: boolean;
  readonly requestKey: string | undefined;
};
export type RecordEmailRefusal =
  | { readonly ok: false; readonly error: "forbidden" | "other_address" }
  | { readonly ok: false; readonly error: "invalid"; readonly problems: RecordProblems };

/**
 * Adds an e-mail to the conversation of its reference or address, or begins one. Idempotent per request
 * key. @returns the id of the conversation's message; `other_address` if the conversation of the reference is
 * another sender's
 */
export async function recordEmail(
  ctx: Context,
  actor: Actor,
  { fields, locale, isSamePerson = false, requestKey }: ReceivedEmail,
): Promise<Ok<string> | RecordEmailRefusal> {
  if (!(await may(ctx, actor, "messages.write"))) return { ok: false, error: "forbidden" };
  const problems = checkContact({ ...fields, name: fields.name.trim() === "" ? fields.email : fields.name });
  if (Object.keys(problems).length > 0) return { ok: false, error: "invalid", problems };
  const [email, subject] = [cleanEmail(fields.email), tidyText(fields.subject)];
  const name = tidyText(fields.name) || email;
  const text = withPlainLines(fields.message).trim();
  const authorId = adminIdOf(actor);
  return ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    const tag = findTag(subject);
    const tagged = tag === undefined ? undefined : await lockConversationOfTag(tx, tag);
    const ofAddress = await lockConversationOfEmail(tx, email, tag);
    const first = requestKey === undefined ? undefined : await findMessageByKey(tx, requestKey);
    const further = requestKey === undefined ? undefined : await findEntryByKey(tx, requestKey);
    if (first?.message === text) return ok(first.id);
    if (further?.text === text) return ok(further.messageId);
    // The first request was stored, and the text was corrected since.
    const newKey = first || further ? undefined : requestKey;
    if (tagged !== undefined && tagged !== ofAddress && !isSamePerson) return err("other_address");
    const continued = tagged ?? ofAddress;
    const messageId =
      continued ?? (await insertContactMessage(tx, { name, email, subject, message: text, locale, now: at, requestKey: newKey }));
    if (messageId === undefined) throw new Error("the same e-mail is being recorded by another request");
    if (continued !== undefined) {
      await insertEntry(tx, { messageId, kind: "email", from: { name, email }, subject, text, authorId, at, requestKey: newKey });
      await reopenConversation(tx, messageId, at);
    }
    const action = continued === undefined ? "message.record" : "message.paste";
    await recordChange(tx, { actor, action, subjectType: "message", subjectId: messageId, at });
    return ok(messageId);
  });
}
