/** SQL conditions for sessions that have not ended. */
import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { DB } from "#platform/postgres/db-types.ts";
import { SESSION_ENDS } from "../../rules/sign-in/session-ends.ts";

/** A session is live at `at` if it was opened and used after these times. */
export type LiveBounds = Readonly<Record<"at" | "opened" | "openedByAdmin" | "usedByAdmin", Date>>;

/** The bounds for sessions that are live at `at`. */
export function liveBounds(at: Date): LiveBounds {
  const before = (ms: number) => new Date(at.getTime() - ms);
  const { player, administrator } = SESSION_ENDS;
  return {
    at,
    opened: before(player.absoluteMs),
    openedByAdmin: before(administrator.absoluteMs),
    usedByAdmin: before(administrator.idleMs),
  };
}

/** SQL condition: not expired, and within the bounds, which are shorter for administrators. */
export function isWithinBounds(
  eb: ExpressionBuilder<{ s: DB["sessions"] }, "s">,
  since: LiveBounds,
  isAdmin: RawBuilder<boolean>,
) {
  return eb.and([
    eb("s.expires_at", ">", since.at),
    eb("s.created_at", ">", since.opened),
    eb.or([eb.not(isAdmin), eb.and([eb("s.created_at", ">", since.openedByAdmin), eb("s.updated_at", ">", since.usedByAdmin)])]),
  ]);
}

/** SQL condition: the session `s` is an administrator's. */
export const isAdminsSession = sql<boolean>`EXISTS (SELECT FROM admin_user a WHERE a.id = s.user_id)`;

/** SQL condition: the session `s` is live at `at`. */
export function isLiveSession(eb: ExpressionBuilder<{ s: DB["sessions"] }, "s">, at: Date) {
  return isWithinBounds(eb, liveBounds(at), isAdminsSession);
}
