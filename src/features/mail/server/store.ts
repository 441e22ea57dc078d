/** Table `mails`: one row a message and recipient, so that no mail is sent twice. */
import { sql } from "kysely";
import {
  type MailedOrder,
  type OrderForMail,
  type OrderMailRow,
  selectOrdersForMail,
  toOrderForMail,
} from "#features/orders/server/reading/find-order-for-mail.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { RefundState } from "#shared/states.ts";

/** `messageId`: the Message-ID header, equal in all attempts. */
export type MailRow = { readonly id: string; readonly messageId: string; readonly state: string };

/** Writes the row of a message and recipient before the first attempt, or finds the existing one. */
export async function claimMail(
  db: Db,
  mail: { message: string; recipient: string; userId: string | undefined; messageId: string; now: Date },
): Promise<MailRow> {
  const row = await db
    .insertInto("mails")
    .values({
      message: mail.message,
      recipient: mail.recipient,
      user_id: mail.userId ?? null,
      message_id: mail.messageId,
      state: "sending",
      attempts: 1,
      created_at: mail.now,
    })
    .onConflict((conflict) =>
      conflict.columns(["message", "recipient"]).doUpdateSet((eb) => ({ attempts: eb("mails.attempts", "+", 1) })),
    )
    .returning(["id", "message_id", "state"])
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Whether the mail was attempted before. */
export async function isMailBegun(db: Db, { message, recipient }: { message: string; recipient: string }): Promise<boolean> {
  const query = db.selectFrom("mails").select("id").where("message", "=", message).where("recipient", "=", recipient);
  return (await query.executeTakeFirst()) !== undefined;
}

/** `mail` is undefined if there is no reader, or nothing to say any more. */
export type ClaimedOrder = { readonly order: OrderForMail; readonly mail: MailRow | undefined };

/**
 * A mail about an order. `states`: of the refund concerned; undefined for a confirmation or a voided entry.
 */
export type OrderMail = {
  readonly orderId: string;
  readonly refundId: string | undefined;
  readonly message: string;
  readonly messageId: string;
  readonly states: readonly RefundState[] | undefined;
};

/** Claims mails about orders and reads their contents in one statement. By message; skips unknown orders. */
export async function claimOrderMails(
  db: Db,
  mails: readonly OrderMail[],
  now: Date,
): Promise<ReadonlyMap<string, ClaimedOrder>> {
  // Duplicates in the batch share a mail.
  const requested = [...new Map(mails.map((mail) => [mail.message, mail])).values()];
  const { rows } = await sql<OrderMailRow & Record<"mail_id" | "message_id" | "mail_state", string | null>>`
    WITH requested AS (
      SELECT order_id, refund_id, message, message_id, string_to_array(states, ',') AS states, place::int - 1 AS place
      FROM unnest(
        ${requested.map(({ orderId }) => orderId)}::uuid[], ${requested.map(({ refundId }) => refundId ?? null)}::uuid[],
        ${requested.map(({ message }) => message)}::text[], ${requested.map(({ messageId }) => messageId)}::text[],
        ${requested.map(({ states }) => states?.join(",") ?? null)}::text[]
      ) WITH ORDINALITY AS a (order_id, refund_id, message, message_id, states, place)
    ), found AS (${selectOrdersForMail(db, sql<MailedOrder>`requested`)}), claimed AS (
      INSERT INTO mails (message, recipient, user_id, message_id, state, attempts, created_at)
      SELECT message, reader_email, user_id, message_id, 'sending', 1, ${now} FROM found JOIN requested USING (place)
      WHERE reader_email IS NOT NULL AND CASE WHEN message LIKE 'entry-void:%' THEN order_state IN ('void', 'refunded')
        WHEN states IS NULL THEN order_state IN ('paid', 'free') AND json_array_length(tickets) > 0
        ELSE refund_state = ANY(states) END
      ORDER BY message
      ON CONFLICT (message, recipient) DO UPDATE SET attempts = mails.attempts + 1
      RETURNING id, message, message_id, state
    )
    SELECT found.*, claimed.id AS mail_id, claimed.message_id, claimed.state AS mail_state
    FROM found JOIN requested USING (place) LEFT JOIN claimed USING (message)`.execute(db);
  return new Map(
    rows.map((row) => {
      const { mail_id: id, message_id: messageId, mail_state: state } = row;
      const mail = id === null || messageId === null || state === null ? undefined : { id, messageId, state };
      return [requested[row.place]?.message ?? "", { order: toOrderForMail(row), mail }];
    }),
  );
}

/** Removes erased people's addresses from mail rows, which stay against duplicates. */
export async function forgetRecipients(db: Db, erasedBefore: Date): Promise<void> {
  await sql`
    UPDATE mails m SET recipient = 'erased:' || m.id, last_error = NULL FROM users u
    WHERE u.id = m.user_id AND u.erased_at < ${erasedBefore} AND m.recipient LIKE '%@%'
      AND NOT EXISTS (SELECT FROM retained_contacts c WHERE c.user_id = u.id)`.execute(db);
  await sql`
    UPDATE mails SET recipient = 'erased:' || id, last_error = NULL
    WHERE (message LIKE 'account-stays-closed:%' OR message LIKE 'staff-invited:%') AND created_at < ${erasedBefore}
      AND recipient LIKE '%@%'`.execute(db);
}

/** All mails to a user, oldest first, for the data export. */
export async function listMailsTo(db: Db, userId: string) {
  return db
    .selectFrom("mails")
    .select(["message", "recipient", "is_marketing", "state", "created_at", "sent_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** A mail as staff see it. `isAgain`: it was resent on request. */
export type SentMail = {
  readonly id: string;
  readonly message: string;
  readonly isAgain: boolean;
  readonly recipient: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastError: string | undefined;
  readonly createdAt: Date;
  readonly sentAt: Date | undefined;
};

/**
 * Mails to a user about an order, oldest first. The second part of a mail's key is the order's id; the
 * user's id is indexed.
 */
export async function listMailsAbout(db: Db, userId: string, orderId: string): Promise<SentMail[]> {
  const rows = await db
    .selectFrom("mails")
    .select(["id", "message", "recipient", "state", "attempts", "last_error", "created_at", "sent_at"])
    .where("user_id", "=", userId)
    .where(sql`split_part(message, ':', 2)`, "=", orderId)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => {
    const [message = row.message, , ...more] = row.message.split(":");
    // For refunds and disputes, the third part is their id.
    const isAgain = !/^(?:refund|dispute)/.test(message) && more.length > 0;
    return { ...fromRow(row), message, isAgain };
  });
}
