/** An address that gets no advertising any more, as a hash: it outlives the account, and says nothing of whose it was. */
import type { Ctx } from "#platform/ctx.server.ts";
import { insertSuppression } from "./mail-readers-store.ts";

/** `bounced`: the mail server says that there is nobody. A newer yes of its owner lifts it, but for `complained`. */
export async function suppressAddress(
  ctx: Pick<Ctx, "db" | "now">,
  email: string,
  reason: "bounced" | "complained",
): Promise<void> {
  await insertSuppression(ctx.db, email, reason, ctx.now());
}
