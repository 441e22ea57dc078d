/** Table `refresh_tokens`. Only hashes are stored: a copy of the table refreshes nothing. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Stores the first token of a session. Returns the session's id; undefined if it has ended. */
export async function insertFirstRefreshToken(db: Db, hash: Buffer, sessionToken: string, at: Date): Promise<string | undefined> {
  const row = await db
    .insertInto("refresh_tokens")
    .columns(["token_hash", "session_id", "created_at"])
    .expression((from) =>
      from
        .selectFrom("sessions")
        .select(({ val }) => [val(hash).as("token_hash"), "id", val(at).as("created_at")])
        .where("token", "=", sessionToken),
    )
    .returning("session_id")
    .executeTakeFirst();
  return row?.session_id;
}

/**
 * Uses a token up and stores its successor. Returns the session's id; undefined if it was used or is
 * unknown. Locks the row until the transaction ends.
 */
export async function rotateRefreshToken(tx: Tx, hash: Buffer, successor: Buffer, at: Date): Promise<string | undefined> {
  const row = await tx
    .updateTable("refresh_tokens")
    .set({ rotated_at: at })
    .where("token_hash", "=", hash)
    .where("rotated_at", "is", null)
    .returning("session_id")
    .executeTakeFirst();
  if (row) {
    await tx.insertInto("refresh_tokens").values({ token_hash: successor, session_id: row.session_id, created_at: at }).execute();
  }
  return row?.session_id;
}

/** A token, used or not. */
export async function findRefreshToken(tx: Tx, hash: Buffer) {
  return tx.selectFrom("refresh_tokens").select(["session_id", "rotated_at"]).where("token_hash", "=", hash).executeTakeFirst();
}

/** Deletes tokens that were used before then. They become unknown ones, which refresh nothing either. */
export async function deleteOldRefreshTokens(db: Db, rotatedBefore: Date): Promise<void> {
  await db.deleteFrom("refresh_tokens").where("rotated_at", "<", rotatedBefore).execute();
}
