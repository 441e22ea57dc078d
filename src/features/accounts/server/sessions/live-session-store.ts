import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { DB } from "#platform/postgres/db-types.ts";
import { SESSION_ENDS } from "../../rules/sign-in/session-ends.ts";

/** The earliest times of creation and use of a session that is live at `at`. */
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

/** Not expired, unused or too old. Administrators have shorter limits. */
export function lives(eb: ExpressionBuilder<{ s: DB["sessions"] }, "s">, since: LiveSince, isAdmin: RawBuilder<boolean>) {
  return eb.and([
    eb("s.expires_at", ">", since.at),
    eb("s.created_at", ">", since.opened),
    eb.or([eb.not(isAdmin), eb.and([eb("s.created_at", ">", since.openedByAdmin), eb("s.updated_at", ">", since.usedByAdmin)])]),
  ]);
}

export const isAdminsSession = sql<boolean>`EXISTS (SELECT FROM admin_user a WHERE a.id = s.user_id)`;

export function isLiveSession(eb: ExpressionBuilder<{ s: DB["sessions"] }, "s">, at: Date) {
  return lives(eb, liveSince(at), isAdminsSession);
}
