/** SQL of the mails about an order. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

export type SentMail = {
  readonly id: string;
  /** Such as "order-confirmation". */
  readonly message: string;
  readonly isAgain: boolean;
  readonly recipient: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastError: string | undefined;
  readonly createdAt: Date;
  readonly sentAt: Date | undefined;
};

/** A mail's name has the order's id as its second part; whose it is leads there by an index. */
export async function listMailsAbout(db: Db, userId: string, orderId: string): Promise<SentMail[]> {
  const rows = await db
    .selectFrom("mails")
    .select(["id", "message", "recipient", "state", "attempts", "last_error", "created_at", "sent_at"])
    .where("user_id", "=", userId)
    .where(sql`split_part(message, ':', 2)`, "=", orderId)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    message: row.message.split(":")[0] ?? row.message,
    // Of a refund or a dispute the third part is its own name.
    isAgain: !/^(?:refund|dispute)/.test(row.message) && row.message.split(":").length > 2,
    recipient: row.recipient,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    createdAt: row.created_at,
    sentAt: row.sent_at ?? undefined,
  }));
}
