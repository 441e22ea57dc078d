import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { DB } from "#platform/postgres/db-types.ts";
import { SESSION_ENDS } from "../rules/session-ends.ts";

/** What lives at a moment was opened and used after these. */
export type LiveSince = Readonly<Record<"at" | "opened" | "openedByAdmin" | "usedByAdmin", Date>>;

export function liveSince(at: Date): LiveSince {
  const before = (ms: number) => new Date(at.getTime() - ms);
  const { player, administrator } = SESSION_ENDS;
  return {
    at,
    opened: before(player.wholeMs),
    openedByAdmin: before(administrator.wholeMs),
    usedByAdmin: before(administrator.unusedMs),
  };
}

/** Neither unused for too long nor too old; of administrators both come sooner. */
export function lives(eb: ExpressionBuilder<{ s: DB["sessions"] }, "s">, since: LiveSince, isAdmin: RawBuilder<boolean>) {
  return eb.and([
    eb("s.expires_at", ">", since.at),
    eb("s.created_at", ">", since.opened),
    eb.or([eb.not(isAdmin), eb.and([eb("s.created_at", ">", since.openedByAdmin), eb("s.updated_at", ">", since.usedByAdmin)])]),
  ]);
}

/** Of the owner `s.user_id` names. */
export const isAdminsSession = sql<boolean>`EXISTS (SELECT FROM admin_user a WHERE a.id = s.user_id)`;

export function isLiveSession(eb: ExpressionBuilder<{ s: DB["sessions"] }, "s">, at: Date) {
  return lives(eb, liveSince(at), isAdminsSession);
}
