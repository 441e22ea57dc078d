/** Erasing a person from an account. What becomes of their tickets is decided above: `eraseUser` in orders. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { findAdminRole } from "./admin-store.ts";
import { keepClosed } from "./closed-accounts.ts";
import { lockAccount } from "./credential-store.ts";
import { emptyAccount, insertContact, keepRefusal } from "./erase-store.ts";
import { keepRests } from "./kept-exclusion.ts";
import { hasUndoLink } from "./link-store.ts";
import { queueAccountMail } from "./mail-links.ts";
import { findLimitsRow } from "./player-limits-store.ts";
import { findAddressSince } from "./profile.ts";
import { lockExclusions } from "./same-person-store.ts";

type Keeping = {
  readonly keepContact: boolean | (() => Promise<boolean>);
  readonly forGood?: boolean;
  readonly isTold?: boolean;
};

/** Before `erasePerson`, of all whose accounts are emptied together: their exclusions are kept for others of the same name. */
export async function lockErased(ctx: Pick<Ctx, "now">, tx: Tx, people: readonly string[]): Promise<void> {
  for (const id of people) {
    const { excludedUntil } = await findLimitsRow(tx, id);
    if (excludedUntil && excludedUntil > ctx.now()) return lockExclusions(tx, "begin");
  }
}

/**
 * Empties the account in the caller's transaction: profile, password, sessions, links that were mailed; one to a new password in a mailbox that nobody has
 * shown to read opens nothing any more. The row stays as the pseudonym of its orders and tickets, without a word of whose it was; a refusal of marketing and
 * a rest from play stay as hashes. A last mail says so to the old address.
 *
 * @param keepContact keeps name, e-mail and phone apart, for draws whose winner is still to come; asked once nobody can enter for them any more
 * @param isTold false for whoever never opened the account
 * @param forGood nobody opens an account with its address or telephone number again
 * @returns `not_found` for unknown and erased ones; `administrator` for one, who has to be dismissed on the command line first;
 *          `address_changed` while the old address may still bring itself back: whoever stole an account must not erase the way back
 */
export async function erasePerson(
  ctx: Ctx,
  tx: Tx,
  userId: string,
  { keepContact, forGood = false, isTold = true }: Keeping,
): Promise<Result<undefined, "not_found" | "administrator" | "address_changed">> {
  const account = await lockAccount(tx, userId);
  if (!account) return err("not_found");
  // Behind the lock, which has waited for an appointment under way.
  if (await findAdminRole(tx, userId)) return err("administrator");
  const now = ctx.now();
  if (await hasUndoLink(tx, userId, now)) return err("address_changed");
  const { email } = account;
  const since = await findAddressSince({ db: tx }, { id: userId, createdAt: account.created_at });
  const isKept = typeof keepContact === "boolean" ? keepContact : await keepContact();
  if (isKept && (email ?? account.contact_email) !== null) await insertContact(tx, userId, now);
  await keepRefusal(tx, userId, now);
  if (email !== null) await keepRests(ctx, tx, userId, { email, isLast: true });
  if (forGood) await keepClosed(ctx, tx, userId);
  await emptyAccount(tx, account, now);
  // Who entered by post without an address has none to write to.
  if (email === null || !isTold) return ok();
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
