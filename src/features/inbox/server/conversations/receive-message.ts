/** A further message of a sender continues their conversation instead of beginning another one. */
import type { Tx } from "#platform/postgres/db.server.ts";
import { findTag } from "../../rules/conversation.ts";
import { findMessageByKey } from "../contact-store.ts";
import { findEntryByKey, insertEntry, lockContinuedConversation, reopenConversation, type Sender } from "./entry-store.ts";

type FurtherMessage = {
  readonly sender: Sender;
  readonly subject: string;
  readonly text: string;
  readonly at: Date;
  readonly requestKey: string | undefined;
};

/**
 * Adds the message to the sender's conversation. Undefined without a conversation to continue, or if the
 * request has stored a message of its own.
 */
export async function continueConversation(
  tx: Tx,
  { sender, subject, text, at, requestKey }: FurtherMessage,
): Promise<{ readonly messageId: string; readonly entryId: string | undefined } | undefined> {
  const messageId = await lockContinuedConversation(tx, sender, findTag(subject));
  if (messageId === undefined) return undefined;
  // Under the lock: the same request may have been stored meanwhile.
  if (requestKey !== undefined && (await findMessageByKey(tx, requestKey))) return undefined;
  const earlier = requestKey === undefined ? undefined : await findEntryByKey(tx, requestKey);
  if (earlier?.text === text) return { messageId: earlier.messageId, entryId: undefined };
  const entry = { messageId, kind: "message", from: sender, subject, text, authorId: sender.userId, at } as const;
  const entryId = await insertEntry(tx, { ...entry, requestKey: earlier ? undefined : requestKey });
  if (entryId === undefined) throw new Error("inserting an entry under the message's lock returned no id");
  await reopenConversation(tx, messageId, at);
  return { messageId, entryId };
}
