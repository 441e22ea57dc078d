import type { Ctx } from "#platform/ctx.server.ts";
import { type Contact, deleteContacts, listContactRows, listRetained, selectContacts } from "./erase-store.ts";

export { selectContacts };

/** Contact details by user id, for mails. Omits people without an address. */
export async function listContacts(
  ctx: Pick<Ctx, "db">,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Omit<Contact, "userId">>> {
  const contacts = await listContactRows(ctx.db, userIds);
  return new Map(contacts.map(({ userId, ...contact }) => [userId, contact]));
}

/** Ids of erased people whose contact details are retained. */
export async function listRetainedContacts(ctx: Pick<Ctx, "db">): Promise<string[]> {
  return listRetained(ctx.db);
}

/** Deletes the retained contact details of these people. */
export async function forgetRetainedContacts(ctx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<void> {
  await deleteContacts(ctx.db, userIds);
}
