/** Who was drawn stays who they said they were: whoever took their account over, or bought it from them, must not have the prize in another name. */
import { listJoinedPeople } from "#features/accounts/server/join-person.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { hasOpenPick } from "./winner-store.ts";

/** Whether name and birth date are to stay: from the draw until the prize is handed over, to the winner or to somebody before them. */
export async function isIdentityFixed(tx: Tx, userId: string): Promise<boolean> {
  return hasOpenPick(tx, [userId, ...(await listJoinedPeople({ db: tx }, userId))]);
}
