import { findAdminRole } from "#features/access/server/admin-store.ts";
/** Erases a person's data. Their tickets are handled by `eraseUser` in orders. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { storeClosedIdentifiers } from "../person/closed-accounts.ts";
import { findLimitsRow } from "../person/player-limits-store.ts";
import { lockExclusions } from "../person/same-person-store.ts";
import { storeExclusions } from "../person/stored-exclusions.ts";
import { lockAccount } from "../sign-in/credential-store.ts";
import { hasUndoLink } from "../sign-in/link-store.ts";
import { queueAccountMail } from "../sign-in/mail-links.ts";
import { emptyAccount, insertContact, storeMarketingRefusal } from "./erase-store.ts";
import { findAddressSince } from "./profile.ts";

/** Options of `erasePerson`, described there. */
type EraseOptions = {
  readonly retainContact: boolean | (() => Promise<boolean>);
  readonly forGood?: boolean;
  readonly sendsMail?: boolean;
};

/**
 * Locks the exclusions that outlive these people. Call it before `erasePerson`, with all people of the
 * transaction.
 */
export async function lockErased(ctx: Pick<Ctx, "now">, tx: Tx, people: readonly string[]): Promise<void> {
  for (const id of people) {
    const { excludedUntil } = await findLimitsRow(tx, id);
    if (excludedUntil && excludedUntil > ctx.now()) return lockExclusions(tx, "begin");
  }
}

/**
 * Empties the account in the caller's transaction. The row stays as the pseudonym of orders and tickets.
 * A marketing refusal and exclusions stay as hashes. `sendsMail` false: no last mail to the old address.
 * @param retainContact contact details for draws not yet drawn; a function is called under the account's lock
 * @param forGood blocks address and phone number from registering again
 * @returns `address_changed` while a change can be undone: an attacker must not erase the account
 */
export async function erasePerson(
  ctx: Ctx,
  tx: Tx,
  userId: string,
  { retainContact, forGood = false, sendsMail = true }: EraseOptions,
): Promise<Result<undefined, "not_found" | "administrator" | "address_changed">> {
  const account = await lockAccount(tx, userId);
  if (!account) return err("not_found");
  // After the lock, which waits for a concurrent appointment.
  if (await findAdminRole(tx, userId)) return err("administrator");
  const now = ctx.now();
  if (await hasUndoLink(tx, userId, now)) return err("address_changed");
  const { email } = account;
  const since = await findAddressSince({ db: tx }, { id: userId, createdAt: account.created_at });
  const retains = typeof retainContact === "boolean" ? retainContact : await retainContact();
  if (retains && (email ?? account.contact_email) !== null) await insertContact(tx, userId, now);
  await storeMarketingRefusal(tx, userId, now);
  if (email !== null) await storeExclusions(ctx, tx, userId, { email, isLast: true });
  if (forGood) await storeClosedIdentifiers(ctx, tx, userId);
  await emptyAccount(tx, account, now);
  // Postal entrants may have no address.
  if (email === null || !sendsMail) return ok();
  const reader = { userId, to: email, firstName: account.first_name, locale: account.locale };
  await queueAccountMail(ctx, tx, {
    message: forGood ? "account-closed" : "account-deleted",
    about: userId,
    ...reader,
    isOwn: account.email_verified,
    writer: { lastName: account.last_name, since: since.toISOString(), until: now.toISOString() },
  });
  return ok();
}
