/** Signing out. */
import type { Ctx } from "#platform/ctx.server.ts";
import { sessionKeyOf } from "./read-session.ts";
import { deleteSession } from "./store.ts";

/** Ends the session that a request names, with its refresh tokens. That there is none is a success: nobody is signed in afterwards. */
export async function signOut(ctx: Ctx, headers: Headers): Promise<void> {
  const key = await sessionKeyOf(ctx, headers, { evenExpired: true });
  if (key !== undefined) await deleteSession(ctx.db, key);
}
