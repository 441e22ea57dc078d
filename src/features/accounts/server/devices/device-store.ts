import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isLiveSession } from "../sessions/live-session-store.ts";

/** Live sessions, most recently used first. Excludes their tokens. */
export async function listSessions(db: Db, userId: string, at: Date) {
  return db
    .selectFrom("sessions as s")
    .select(["s.id", "s.user_agent", "s.created_at", "s.updated_at"])
    .select(sql<boolean>`EXISTS (SELECT FROM refresh_tokens r WHERE r.session_id = s.id)`.as("is_program"))
    .where("s.user_id", "=", userId)
    .where((eb) => isLiveSession(eb, at))
    .orderBy("s.updated_at", "desc")
    .orderBy("s.id")
    .execute();
}

/** Ends a session of this account. False if there is none. */
export async function deleteSessionOf(db: Db | Tx, userId: string, sessionId: string): Promise<boolean> {
  const row = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the session still exists. Call it with the account locked. */
export async function isOpenSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** All stored sessions, including expired ones, oldest first. */
export async function listStoredSessions(db: Db, userId: string) {
  return db
    .selectFrom("sessions")
    .select(["created_at", "updated_at", "user_agent", "ip_address"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}
