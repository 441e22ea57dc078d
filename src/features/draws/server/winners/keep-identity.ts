/** Keeps the identity of drawn people, so that the prize cannot be claimed with a sold or stolen account. */
import { listJoinedPeople } from "#features/accounts/server/person/join-person.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { hasOpenPick } from "./winner-store.ts";

/** Whether name and birth date are fixed: from the draw to the hand-over, for winners and reserves. */
export async function isIdentityFixed(tx: Tx, userId: string): Promise<boolean> {
  return hasOpenPick(tx, [userId, ...(await listJoinedPeople({ db: tx }, userId))]);
}
