/** A player deletes the own account. */
import { recordChange } from "#features/access/server/actor.ts";
import { checkPassword, isStillTheirs, type PasswordRefusal } from "#features/accounts/server/sign-in/check-code.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, type Ok } from "#shared/result.ts";
import { DELETE_WORD } from "../../rules/account-deletion.ts";
import { type LiveTickets, listLiveRows } from "../holds/live-store.ts";
import { type EraseError, eraseUser } from "./erase-user.ts";

/**
 * The form. `giveUp`: tickets leave their draws. `forGood`: email address and telephone number cannot open
 * an account again.
 */
export type AccountDeletion = {
  readonly word: string;
  readonly currentPassword: string;
  readonly giveUp: boolean;
  readonly forGood?: boolean;
};
/** Why the account is not deleted. */
export type DeletionRefusal = { readonly ok: false; readonly error: "deleteConfirm" | EraseError } | PasswordRefusal;

/** The player's tickets of draws that are not decided, for the form. */
export async function listLiveTickets(ctx: Pick<Ctx, "db">, userId: string): Promise<LiveTickets[]> {
  return listLiveRows(ctx.db, userId);
}

/**
 * Rolls the erasure back: the password was changed meanwhile, so the account may have been recovered by its
 * owner.
 */
class PasswordChanged extends Error {}

/**
 * Erases the player and ends all sessions.
 * @returns `deleteConfirm` unless the word is exactly DELETE (checked before the password);
 * `address_changed` within seven days of a change of address; `not_found` if already gone
 */
export async function deleteAccount(
  ctx: Ctx,
  userId: string,
  { word, currentPassword, giveUp, forGood = false }: AccountDeletion,
): Promise<Ok<undefined> | DeletionRefusal> {
  if (word !== DELETE_WORD) return err("deleteConfirm");
  const password = await checkPassword(ctx, userId, currentPassword);
  if (!password.ok) return password;
  const before = async (tx: Tx) => {
    // Ending open payments at the provider has taken seconds: check the password again.
    if (!(await isStillTheirs(tx, userId, password.value))) throw new PasswordChanged();
  };
  // After the restore of an older backup, accounts are erased again by these records.
  const record = (tx: Tx) =>
    recordChange(tx, {
      ...{ actor: { kind: "account_owner", id: userId }, action: "user.delete", subjectType: "user", subjectId: userId },
      ...{ after: { erased: true, ...(forGood && { for_good: true }) }, at: ctx.now() },
    });
  try {
    return await eraseUser(ctx, userId, { tickets: giveUp ? "give_up" : "keep", forGood, before, record });
  } catch (error) {
    if (error instanceof PasswordChanged) return err("currentPasswordWrong");
    throw error;
  }
}
