/** How to reach players: by their profile, or, where the account is erased and a draw still needs them, by what was retained for it. */
import type { Ctx } from "#platform/ctx.server.ts";
import { type Contact, deleteContacts, listContactRows, listRetained, selectContacts } from "./erase-store.ts";

/** For a statement that looks at more than a contact: what it joins by the person's id. */
export { selectContacts };

/** By user id. Those of whom nothing is left are missing. */
export async function listContacts(
  ctx: Pick<Ctx, "db">,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Omit<Contact, "userId">>> {
  const contacts = await listContactRows(ctx.db, userIds);
  return new Map(contacts.map(({ userId, ...contact }) => [userId, contact]));
}

/** The ids of erased players whose contact details are retained. */
export async function listRetainedContacts(ctx: Pick<Ctx, "db">): Promise<string[]> {
  return listRetained(ctx.db);
}

/** Nothing of them is left afterwards. */
export async function forgetRetainedContacts(ctx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<void> {
  await deleteContacts(ctx.db, userIds);
}
