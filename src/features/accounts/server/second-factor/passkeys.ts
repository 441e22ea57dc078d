/** Signs in with a passkey; adds, renames and removes the account's passkeys. */
import { randomUUID } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { isFreshReauth } from "#features/access/rules/reauth.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { MOST_PASSKEYS, type Passkey, passkeyName } from "../../rules/sign-in/passkeys.ts";
import { hasRoomInLog, recordAccountEvent, recordStaffEvent } from "../devices/account-events.ts";
import { isOpenSession } from "../devices/device-store.ts";
import { type Device, newSession, type SignedIn } from "../sessions/new-session.ts";
import type { Visitor } from "../sessions/read-session.ts";
import { insertSession } from "../sessions/store.ts";
import { deleteSessions, findPasswordHash, lockAccount, waitForAccount } from "../sign-in/credential-store.ts";
import { deleteLinks } from "../sign-in/link-store.ts";
import { queueAccountMail } from "../sign-in/mail-links.ts";
import { type Answer, readAnswer, readNewPasskey } from "./ask-passkey.ts";
import { deletePasskey, insertPasskey, listPasskeyRows, renamePasskeyRow } from "./passkey-store.ts";
import { findSecondFactor } from "./second-factor-store.ts";

export type SignInRefusal =
  | { readonly ok: false; readonly error: "passkeyRefused" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/** Opens a session. A passkey counts as two factors: the device and its fingerprint, face or PIN. */
export async function signInWithPasskey(
  ctx: Ctx,
  answer: Answer<AuthenticationResponseJSON>,
  device: Device,
): Promise<Result<SignedIn, never> | SignInRefusal> {
  const retryAfterSeconds = await consumeRateLimit(ctx, "passkeyByAddress", device.address);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  const passkey = await readAnswer(ctx, answer);
  if (!passkey) return err("passkeyRefused");
  const { userId } = passkey;
  const session = newSession(ctx, userId, device);
  const isOpen = await ctx.db.transaction().execute(async (tx) => {
    await waitForAccount(tx, userId);
    // The passkey may have been removed in the meantime.
    if (!(await listPasskeyRows(tx, userId)).some(({ id }) => id === passkey.id)) return false;
    await deleteLinks(tx, userId, ["sign-in"]);
    await insertSession(tx, session, ctx.now());
    return true;
  });
  if (!isOpen) return err("passkeyRefused");
  await recordStaffEvent(ctx, { who: { userId }, action: "session.open", device });
  return ok({ userId, sessionToken: session.token });
}

/** The account's passkeys, oldest first. */
export async function listPasskeys(ctx: Pick<Ctx, "db">, userId: string): Promise<Passkey[]> {
  const rows = await listPasskeyRows(ctx.db, userId);
  return rows.map((row) => ({ id: row.id, name: row.name, addedAt: row.added_at, usedAt: row.used_at ?? undefined }));
}

type Who = Pick<Visitor, "id" | "sessionId" | "isStaff" | "reauthAt">;

/**
 * Adds a passkey and mails the owner. On staff accounts all other sessions end, because they showed no
 * passkey. `passkeysFull`: there are ten.
 */
export async function addPasskey(
  ctx: Ctx,
  visitor: Who,
  { name, ...answer }: Answer<RegistrationResponseJSON> & { readonly name: string },
): Promise<Result<undefined, "reauth_needed" | "passkeyRefused" | "passkeysFull" | "passkeysTooOften">> {
  if (!isFreshReauth(visitor.reauthAt, ctx.now())) return err("reauth_needed");
  const made = await readNewPasskey(ctx, visitor, answer);
  if (!made) return err("passkeyRefused");
  if (!(await hasRoomInLog(ctx, { userId: visitor.id, action: "passkey.add" }))) return err("passkeysTooOften");
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, visitor.id);
    if (!account?.email) return err("passkeyRefused");
    // A session that was ended, for example by a new password, must not add another way in.
    if (!(await isOpenSession(tx, visitor.id, visitor.sessionId))) return err("reauth_needed");
    if ((await listPasskeyRows(tx, visitor.id)).length >= MOST_PASSKEYS) return err("passkeysFull");
    const passkey = { ...made, userId: visitor.id, name: passkeyName(name) || "Passkey", at: ctx.now() };
    if (!(await insertPasskey(tx, passkey))) return err("passkeyRefused");
    if (visitor.isStaff) await deleteSessions(tx, visitor.id, visitor.sessionId);
    await recordAccountEvent(ctx, tx, { userId: visitor.id, action: "passkey.add" });
    await mailOwnerOf(ctx, tx, account, "passkey-added");
    return ok();
  });
}

/** `nameMissing`: the name is empty. */
export async function renamePasskey(
  ctx: Ctx,
  visitor: Who,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Result<undefined, "reauth_needed" | "not_found" | "nameMissing">> {
  if (!isFreshReauth(visitor.reauthAt, ctx.now())) return err("reauth_needed");
  const newName = passkeyName(name);
  if (newName === "") return err("nameMissing");
  return isUuid(id) && (await renamePasskeyRow(ctx.db, visitor.id, id, newName)) ? ok() : err("not_found");
}

/**
 * Removes a passkey and mails the owner. `lastWayIn`: the account has no password. `lastFactor`: staff need
 * a second factor and have no app.
 */
export async function removePasskey(
  ctx: Ctx,
  visitor: Who,
  id: string,
): Promise<Result<undefined, "reauth_needed" | "not_found" | "lastWayIn" | "lastFactor">> {
  if (!isFreshReauth(visitor.reauthAt, ctx.now())) return err("reauth_needed");
  if (!isUuid(id)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, visitor.id);
    const own = await listPasskeyRows(tx, visitor.id);
    if (!account || !own.some((passkey) => passkey.id === id)) return err("not_found");
    if (!(await isOpenSession(tx, visitor.id, visitor.sessionId))) return err("reauth_needed");
    if (own.length === 1 && (await findPasswordHash(tx, visitor.id)) === undefined) return err("lastWayIn");
    const isNeeded = own.length === 1 && visitor.isStaff && ctx.env.staffNeedSecondFactor;
    if (isNeeded && !(await findSecondFactor(tx, visitor.id))) return err("lastFactor");
    await deletePasskey(tx, visitor.id, id);
    await recordAccountEvent(ctx, tx, { userId: visitor.id, action: "passkey.remove" });
    await mailOwnerOf(ctx, tx, account, "passkey-removed");
    return ok();
  });
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

async function mailOwnerOf(
  ctx: Ctx,
  tx: Parameters<typeof queueAccountMail>[1],
  account: Account,
  message: "passkey-added" | "passkey-removed",
): Promise<void> {
  if (!account.email) return;
  const reader = { userId: account.id, to: account.email, firstName: account.first_name, locale: account.locale };
  await queueAccountMail(ctx, tx, { message, about: randomUUID(), ...reader });
}
