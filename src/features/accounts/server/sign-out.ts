/** Signing out. */
import type { Ctx } from "#platform/ctx.server.ts";
import { recordStaffEvent } from "./account-events.ts";
import { sessionKeyOf } from "./read-session.ts";
import { deleteSession } from "./store.ts";

/** Ends the session that a request names, with its refresh tokens. That there is none is a success: nobody is signed in afterwards. */
export async function signOut(ctx: Ctx, headers: Headers): Promise<void> {
  const key = await sessionKeyOf(ctx, headers, { evenExpired: true });
  const ended = key && (await deleteSession(ctx.db, key));
  if (ended) await recordStaffEvent(ctx, { who: { userId: ended }, action: "session.end" });
}
