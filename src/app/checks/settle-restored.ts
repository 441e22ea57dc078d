import { endRestored } from "#features/accounts/server/sessions/end-sessions.ts";
import { holdRestoredDraws } from "#features/draws/server/closing/hold-restored-draws.ts";
import { holdRestored } from "#features/mail/server/delivery-store.ts";
import type { Tx } from "#platform/postgres/db.server.ts";

export async function settleRestored(tx: Tx, takenAt: Date): Promise<void> {
  await endRestored(tx);
  await holdRestored(tx, takenAt);
  await holdRestoredDraws(tx, new Date());
}
