import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { recordAccountEvent } from "../devices/account-events.ts";
import { deletePasskeysSince } from "./passkey-store.ts";
import { deleteSecondFactor, findSecondFactor } from "./second-factor-store.ts";

/**
 * Deletes app and passkeys that were set up since then. For accounts that return to their owner: a
 * stranger's factor must not lock the owner out.
 */
export async function dropFactorSetUpSince(ctx: Pick<Ctx, "now">, tx: Tx, userId: string, since: Date): Promise<void> {
  if ((await deletePasskeysSince(tx, userId, since)) > 0) await recordAccountEvent(ctx, tx, { userId, action: "passkey.remove" });
  const factor = await findSecondFactor(tx, userId);
  if (!factor || factor.setUpAt < since) return;
  await deleteSecondFactor(tx, userId);
  await recordAccountEvent(ctx, tx, { userId, action: "factor.off" });
}
