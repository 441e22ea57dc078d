/** Undoes a change of address by the link in the mail to the old address. */
import { randomUUID } from "node:crypto";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { violatedConstraint } from "#shared/database-errors.ts";
import { err, type Ok, ok, type Result } from "#shared/result.ts";
import { recordAccountEvent } from "../devices/account-events.ts";
import { takeOverPost } from "../person/join-person.ts";
import { lockHolder, waitForAddress } from "../person/person-store.ts";
import { lockLimitsRow } from "../person/player-limits-store.ts";
import { lockExclusions } from "../person/same-person-store.ts";
import { applyStoredExclusions, storeExclusions, storeMailboxExclusion } from "../person/stored-exclusions.ts";
import { dropFactorSetUpSince } from "../second-factor/drop-second-factor.ts";
import { deletePassword, deleteSessions, lockAccount, writeEmail } from "../sign-in/credential-store.ts";
import {
  deleteLinks,
  deleteUndoLinksFrom,
  findLink,
  insertLink,
  isUndoPurpose,
  type Link,
  readClaimedValue,
} from "../sign-in/link-store.ts";
import { LINK_LIFETIME_MS, linkIdOf, linkToken } from "../sign-in/mail-links.ts";
import { AddressTaken, displace } from "./change-email.ts";

type UndoError = "linkExpired" | "userAlreadyExists";
type UndoRefusal =
  | { readonly ok: false; readonly error: UndoError | "undoEmail.birthDateWrong" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/** The old address that a valid link restores. Does not use the link up. */
export async function findUndoable(
  ctx: Ctx,
  token: string,
): Promise<{ readonly email: string; readonly asksBirthDate: boolean } | undefined> {
  const link = await liveLink(ctx, token);
  return link && { email: link.email, asksBirthDate: link.birthDate !== undefined };
}

/**
 * Restores the address, ends all sessions, and removes the password and the past week's passkeys and factors.
 * @param birthDate required if the address was unconfirmed: it may be a stranger's, mistyped
 * @returns the token for choosing a new password, or a key of `auth.json`. `tooManyAttempts`: five a day
 */
export async function undoEmailChange(
  ctx: Ctx,
  token: string,
  birthDate = "",
): Promise<Ok<{ readonly resetToken: string }> | UndoRefusal> {
  const link = await liveLink(ctx, token);
  if (!link) return err("linkExpired");
  if (link.birthDate !== undefined) {
    const retryAfterSeconds = await consumeRateLimit(ctx, "undoByLink", link.id);
    if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
    if (birthDate.trim() !== link.birthDate) return err("undoEmail.birthDateWrong");
  }
  try {
    return await ctx.db.transaction().execute((tx) => undo(ctx, tx, link));
  } catch (error) {
    if (error instanceof AddressTaken || violatedConstraint(error) === "users_email_key") return err("userAlreadyExists");
    throw error;
  }
}

/** How long before the change a thief may have had the account. */
const INTRUDED_MS = 7 * 86_400_000;

async function undo(ctx: Ctx, tx: Tx, link: Link): Promise<Result<{ readonly resetToken: string }, UndoError>> {
  const { userId, email } = link;
  await waitForAddress(tx, email);
  // As in `confirmEmailChange`.
  await lockExclusions(tx, "begin");
  await lockLimitsRow(tx, userId);
  const account = await lockAccount(tx, userId);
  if (!account?.email || !(await deleteUndoLinksFrom(tx, link))) return err("linkExpired");
  const now = ctx.now();
  const holder = await lockHolder(tx, email);
  if (holder && holder.id !== userId) {
    if (holder.email_verified || holder.is_admin) throw new AddressTaken();
    await displace(ctx, tx, holder, userId);
  }
  await storeExclusions(ctx, tx, userId, { email: account.email });
  await applyStoredExclusions(ctx, tx, userId, email);
  await writeEmail(tx, userId, email, now);
  await storeMailboxExclusion(ctx, tx, userId);
  await takeOverPost(ctx, tx, userId, email);
  await deletePassword(tx, userId);
  // Factors set up since then may be the thief's. Older ones are the owner's.
  const movedAt = link.expiresAt.getTime() - LINK_LIFETIME_MS["undo-email"];
  await dropFactorSetUpSince(ctx, tx, userId, new Date(movedAt - INTRUDED_MS));
  const sessions = await deleteSessions(tx, userId);
  await deleteLinks(tx, userId, ["reset-password", "change-email", "verify-email"]);
  await recordAccountEvent(ctx, tx, { userId, action: "email.undo", after: { sessions_ended: sessions } });
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS["reset-password"]);
  await insertLink(tx, { id, purpose: "reset-password", userId, email, expiresAt }, now);
  return ok({ resetToken: linkToken(ctx, id) });
}

type UndoLink = Link & { readonly birthDate?: string | undefined };

/** The link of the token if it is valid and undoes a change of address. */
async function liveLink(ctx: Ctx, token: string): Promise<UndoLink | undefined> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  if (!link || !isUndoPurpose(link.purpose)) return undefined;
  return link.purpose === "undo-claimed" ? { ...link, ...readClaimedValue(link.email) } : link;
}
