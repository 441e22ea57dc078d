/** Table `staff_invitations`. */
import type { Role } from "#features/access/rules/rights.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Locale } from "#shared/language/locale.ts";

/** `invitedBy`: user id. `sentAt`: undefined until a second owner confirms it. */
export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly locale: Locale;
  readonly invitedBy: string;
  readonly sentAt: Date | undefined;
  readonly expiresAt: Date;
};

function selectInvitations(db: Db | Tx) {
  return db.selectFrom("staff_invitations").select(["id", "email", "role", "locale", "invited_by", "sent_at", "expires_at"]);
}
/** False if the address has an invitation that has not expired. Expired ones are replaced. */
export async function insertInvitation(tx: Tx, invitation: Invitation, at: Date): Promise<boolean> {
  const { id, email, role, locale, invitedBy, sentAt, expiresAt } = invitation;
  await tx.deleteFrom("staff_invitations").where("email", "=", email).where("expires_at", "<=", at).execute();
  const row = await tx
    .insertInto("staff_invitations")
    .values({ id, email, role, locale, invited_by: invitedBy, invited_at: at, sent_at: sentAt ?? null, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The invitation if it was sent and has not expired. */
export async function findOpenInvitation(db: Db | Tx, id: string, at: Date): Promise<Invitation | undefined> {
  const row = await selectInvitations(db)
    .where("id", "=", id)
    .where("sent_at", "is not", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Locks the invitation until the transaction ends. */
export async function lockInvitation(tx: Tx, id: string): Promise<Invitation | undefined> {
  const row = await selectInvitations(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

/** Makes the invitation valid again under a new id, which invalidates the link of the last mail. */
export async function renewInvitation(
  tx: Tx,
  id: string,
  renewed: { readonly id: string; readonly by: string; readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable("staff_invitations")
    .set({ id: renewed.id, invited_by: renewed.by, sent_at: renewed.at, expires_at: renewed.expiresAt })
    .where("id", "=", id)
    .execute();
}

/** Records that the invitation is sent now. */
export async function markSent(tx: Tx, id: string, at: Date, expiresAt: Date): Promise<void> {
  await tx.updateTable("staff_invitations").set({ sent_at: at, expires_at: expiresAt }).where("id", "=", id).execute();
}

/** False if there is none. */
export async function deleteInvitation(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom("staff_invitations").where("id", "=", id).returning("id").executeTakeFirst();
  return row !== undefined;
}

/** Deletes invitations of an administrator who may no longer invite. */
export async function deleteInvitationsBy(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("staff_invitations").where("invited_by", "=", userId).execute();
}

/** Deletes invitations that expired before then. */
export async function deleteOldInvitations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("staff_invitations").where("expires_at", "<", before).execute();
}

/** All invitations, newest first. */
export async function listInvitationRows(db: Db | Tx): Promise<Invitation[]> {
  const found = await selectInvitations(db).orderBy("invited_at", "desc").orderBy("id").execute();
  return found.map(fromRow);
}
