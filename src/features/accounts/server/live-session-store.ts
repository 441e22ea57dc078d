/** Which sessions live, in SQL. */
import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { DB } from "#platform/postgres/db-types.ts";
import { SESSION_ENDS } from "../rules/session-ends.ts";

/** Neither unused for too long nor too old; of administrators both come sooner. */
export function lives(eb: ExpressionBuilder<{ s: DB["sessions"] }, "s">, at: Date, isAdmin: RawBuilder<boolean>) {
  const before = (ms: number) => new Date(at.getTime() - ms);
  const { player, administrator } = SESSION_ENDS;
  return eb.and([
    eb("s.expires_at", ">", at),
    eb("s.created_at", ">", before(player.wholeMs)),
    eb.or([
      eb.not(isAdmin),
      eb.and([eb("s.created_at", ">", before(administrator.wholeMs)), eb("s.updated_at", ">", before(administrator.unusedMs))]),
    ]),
  ]);
}

/** Of the owner `s.user_id` names. */
export const isAdminsSession = sql<boolean>`EXISTS (SELECT FROM admin_user a WHERE a.id = s.user_id)`;

/** For whoever lists sessions: those that would still be let in. */
export function isLiveSession(eb: ExpressionBuilder<{ s: DB["sessions"] }, "s">, at: Date) {
  return lives(eb, at, isAdminsSession);
}
