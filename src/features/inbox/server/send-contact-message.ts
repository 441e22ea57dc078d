/** Stores a message of the contact form and queues its mails. */
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { cleanEmail, mailboxOf } from "#features/accounts/rules/person/email-address.ts";
import { tidyText } from "#features/accounts/rules/registration.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { type Ok, ok } from "#shared/result.ts";
import {
  type ContactField,
  type ContactFields,
  type ContactProblem,
  checkContact,
  isSame,
  withPlainLines,
} from "../rules/contact.ts";
import { openComplaint } from "./answer-complaint.ts";
import { findMessageByKey, insertContactMessage } from "./contact-store.ts";
import { findEntryByKey } from "./conversations/entry-store.ts";
import { continueConversation } from "./conversations/receive-message.ts";

/**
 * The form. `decoy`: a hidden field that only programs fill in. `address`: the request's. `requestKey`:
 * makes repeated requests one.
 */
export type ContactLetter = {
  readonly fields: ContactFields;
  /** The order or draw concerned, stored as a line above the message. */
  readonly about?: string;
  readonly decoy: string;
  readonly address: string;
  readonly senderId?: string | undefined;
  readonly locale: Locale;
  /** A complaint gets a number and deadlines. */
  readonly isComplaint?: boolean;
  readonly requestKey?: string | undefined;
};
/** `tooManyOfNetwork`: anonymous senders of one address have used up its limit. */
export type LetterRefusal =
  | { readonly ok: false; readonly error: "invalid"; readonly problems: Partial<Record<ContactField, ContactProblem>> }
  | { readonly ok: false; readonly error: "tooMany" | "tooManyOfNetwork"; readonly retryAfterSeconds: number };

/**
 * Stores a message. Only valid ones count against the limits. A message with a filled decoy is stored and
 * marked as doubtful, since it may be a complaint; so is a complaint of a signed-in sender beyond the limit.
 * Others continue the sender's open conversation. @returns the id of the conversation's first message
 */
export async function sendContactMessage(ctx: Ctx, letter: ContactLetter): Promise<Ok<string | undefined> | LetterRefusal> {
  const problems = checkContact(letter.fields);
  if (Object.keys(problems).length > 0) return { ok: false, error: "invalid", problems };

  const { name, email, subject, message } = letter.fields;
  const text = withPlainLines(message).trim();
  const withAbout = letter.about ? `${letter.about}\n\n${text}` : text;
  // Without bidirectional marks, which could reorder the text around them.
  const stored = { name: tidyText(name), email: cleanEmail(email), subject: tidyText(subject), message: withAbout };
  const earlier = await findByRequestKey(ctx.db, letter.requestKey);
  if (earlier && isSame(earlier, stored)) {
    if (letter.isComplaint) await openComplaintFor(ctx, earlier);
    return ok(earlier.id);
  }
  const { isComplaint = false } = letter;
  const entry = letter.requestKey === undefined ? undefined : await findEntryByKey(ctx.db, letter.requestKey);
  if (entry?.text === withAbout && !isComplaint) return ok(entry.messageId);

  const limited = await findLimit(ctx, letter);
  const isAlwaysStored = letter.senderId !== undefined && letter.isComplaint === true;
  if (limited && !isAlwaysStored) return limited;
  const isDoubtful = letter.decoy !== "" || limited !== undefined;
  // Limits receipts per address, against abuse with other people's addresses.
  const withReceipt = (await consumeRateLimit(ctx, "contactReplyByRecipient", mailboxOf(stored.email))) === 0;
  const { requestKey: key, senderId: userId } = letter;
  const id = await ctx.db.transaction().execute(async (tx) => {
    const further = { subject: stored.subject, text: withAbout, at: ctx.now(), requestKey: key };
    const continued =
      isComplaint || isDoubtful
        ? undefined
        : await continueConversation(tx, { ...further, sender: { name: stored.name, email: stored.email, userId } });
    if (continued) {
      const { messageId, entryId } = continued;
      if (entryId !== undefined) await ctx.jobs.send(tx, "contact-mail", { messageId, entryId, withReceipt });
      return messageId;
    }
    const insert = (requestKey: string | undefined) =>
      insertContactMessage(tx, { ...stored, userId, locale: letter.locale, isDoubtful, now: ctx.now(), requestKey });
    const inserted = await insert(letter.requestKey);
    const other = inserted === undefined ? await findByRequestKey(tx, letter.requestKey) : undefined;
    if (other && isSame(other, stored)) {
      if (isComplaint) await openComplaint(ctx, tx, { messageId: other.id, madeAt: other.createdAt, withReceipt });
      return other.id;
    }
    // The visitor edited the message after a first request had been stored.
    const messageId = inserted ?? (await insert(undefined));
    if (messageId === undefined) return undefined;
    if (isComplaint) await openComplaint(ctx, tx, { messageId, madeAt: ctx.now(), withReceipt });
    // A complaint has its own receipt, with its number.
    await ctx.jobs.send(tx, "contact-mail", { messageId, withReceipt: withReceipt && !isComplaint });
    return messageId;
  });
  return ok(id);
}

/**
 * The limit that the letter exceeds, if any. First by sender: people of a mobile network or an office share
 * an address.
 */
async function findLimit(ctx: Ctx, { senderId, fields, address }: ContactLetter): Promise<LetterRefusal | undefined> {
  const sender = senderId ?? `${mailboxOf(fields.email.trim())} ${address}`;
  const senderWait = await consumeRateLimit(ctx, "contactBySender", sender);
  if (senderWait > 0) return { ok: false, error: "tooMany", retryAfterSeconds: senderWait };
  const networkWait = senderId === undefined ? await consumeRateLimit(ctx, "contactByAddress", address) : 0;
  return networkWait > 0 ? { ok: false, error: "tooManyOfNetwork", retryAfterSeconds: networkWait } : undefined;
}

/**
 * Opens a complaint for a message that is stored already: its first request was no complaint, or the
 * response was lost.
 */
async function openComplaintFor(
  ctx: Ctx,
  { id, email, createdAt }: { id: string; email: string; createdAt: Date },
): Promise<void> {
  const withReceipt = (await consumeRateLimit(ctx, "contactReplyByRecipient", mailboxOf(email))) === 0;
  await ctx.db.transaction().execute((tx) => openComplaint(ctx, tx, { messageId: id, madeAt: createdAt, withReceipt }));
}

async function findByRequestKey(db: Db | Tx, requestKey: string | undefined) {
  return requestKey === undefined ? undefined : findMessageByKey(db, requestKey);
}
