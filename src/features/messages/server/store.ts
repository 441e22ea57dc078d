/** All SQL of the messages. */
import type { Db } from "#platform/db.server.ts";

export type MailRow = { readonly id: string; readonly messageId: string; readonly state: string };

/** Writes the row of a message to a recipient before the first try, or finds the one that is there. */
export async function claimMail(
  db: Db,
  mail: { message: string; recipient: string; userId: string; messageId: string; now: Date },
): Promise<MailRow> {
  const row = await db
    .insertInto("mails")
    .values({
      message: mail.message,
      recipient: mail.recipient,
      user_id: mail.userId,
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
  return { id: row.id, messageId: row.message_id, state: row.state };
}

export async function finishMail(
  db: Db,
  id: string,
  end: { state: "sent" | "failed"; now: Date; error?: string },
): Promise<void> {
  await db
    .updateTable("mails")
    .set({ state: end.state, sent_at: end.state === "sent" ? end.now : null, last_error: end.error ?? null })
    .where("id", "=", id)
    .execute();
}

export async function findReader(db: Db, userId: string): Promise<{ email: string | undefined; firstName: string } | undefined> {
  const row = await db.selectFrom("users").select(["email", "first_name"]).where("id", "=", userId).executeTakeFirst();
  return row && { email: row.email ?? undefined, firstName: row.first_name };
}
