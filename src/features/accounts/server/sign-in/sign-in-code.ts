/** The second step of signing in: a code or a passkey after the password. */
import { createHmac, randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, type Ok, ok } from "#shared/result.ts";
import { TICKET_MS } from "../../rules/sign-in/second-factor.ts";
import { recordStaffEvent } from "../devices/account-events.ts";
import { isTrusted, knownDevice } from "../devices/device-cookie.ts";
import { isStaffWithPasskey, listPasskeyRows } from "../second-factor/passkey-store.ts";
import { findSecondFactor } from "../second-factor/second-factor-store.ts";
import { isSigned, signingKey } from "../sessions/auth-secrets.ts";
import { type Device, newSession, type SignedIn } from "../sessions/new-session.ts";
import { insertSession } from "../sessions/store.ts";
import { type CodeGiver, type CodeRefusal, checkCode } from "./check-code.ts";
import { findCredentialOf, findPasswordHash, waitForAccount } from "./credential-store.ts";
import { deleteLink, deleteLinks, findLink, insertLink } from "./link-store.ts";

/** The account whose password was correct. `hash`: of that password. */
export type Account = { readonly userId: string; readonly hash: string; readonly passwordSince: Date };

/** A second step is needed. `ticket` replaces the password for ten minutes, once and in this browser only. */
export type CodeNeeded = { readonly ok: false; readonly error: "codeNeeded"; readonly ticket: string };
/** An account with a ticket that is used up by signing in. */
type Waiting = Account & { readonly ticketId?: string };
type Refused = CodeRefusal | { readonly ok: false; readonly error: "invalidCredentials" };

/**
 * Opens a session for a correct password, unless a second step is needed. `code`: of API clients, which
 * send it along.
 */
export async function openWithPassword(
  ctx: Ctx,
  account: Account,
  code: string | undefined,
  device: Device,
): Promise<Ok<SignedIn> | CodeNeeded | Refused> {
  const opened = await tryToOpen(ctx, account, device, { needsSecondStep });
  if (opened === "secondStepNeeded") return passSecondFactor(ctx, account, code, device);
  return opened === "outdated" ? err("invalidCredentials") : ok(opened);
}

async function needsSecondStep(tx: Tx, userId: string): Promise<boolean> {
  return (await findSecondFactor(tx, userId)) !== undefined || isStaffWithPasskey(tx, userId);
}

/** Opens a session if the browser is trusted or the code is right. Without a code, returns a ticket. */
async function passSecondFactor(
  ctx: Ctx,
  account: Account,
  code: string | undefined,
  device: Device,
): Promise<Ok<SignedIn> | CodeNeeded | Refused> {
  const factor = await findSecondFactor(ctx.db, account.userId);
  if (factor && isTrusted(ctx, device, account, factor.trustedSince)) return openSession(ctx, account, device);
  if (code === undefined || code === "") return { ok: false, error: "codeNeeded", ticket: await newTicket(ctx, account, device) };
  return openWithCode(ctx, account, code, device);
}

/** Opens a session with the ticket and a code. `ticketOver`: the password must be typed again. */
export async function signInWithCode(
  ctx: Ctx,
  { ticket, code }: { readonly ticket: string | undefined; readonly code: string },
  device: Device,
): Promise<Ok<SignedIn> | CodeRefusal | { readonly ok: false; readonly error: "ticketOver" }> {
  const account = await readTicket(ctx, ticket, device);
  if (!account) return err("ticketOver");
  const opened = await openWithCode(ctx, account, code, device);
  return !opened.ok && opened.error === "invalidCredentials" ? err("ticketOver") : opened;
}

async function openWithCode(ctx: Ctx, account: Waiting, code: string, device: Device): Promise<Ok<SignedIn> | Refused> {
  const known = knownDevice(ctx, device.cookies ?? null, account);
  // A new password resets the limit: attempts with the old one must not lock the owner out.
  const stranger = `${account.userId} ${account.passwordSince.getTime()}`;
  const by: CodeGiver = known === undefined ? { stranger } : { device: known };
  const checked = await checkCode(ctx, account.userId, code, by);
  return checked.ok ? openSession(ctx, account, device) : checked;
}

/** Opens a session without a further step. */
async function openSession(ctx: Ctx, account: Waiting, device: Device): Promise<Ok<SignedIn> | Refused> {
  const opened = await tryToOpen(ctx, account, device, { needsSecondStep: async () => false });
  return typeof opened === "string" ? err("invalidCredentials") : ok(opened);
}

/** Opens a session unless password or ticket have changed in the meantime. */
async function tryToOpen(
  ctx: Ctx,
  { userId, hash, ticketId }: Waiting,
  device: Device,
  { needsSecondStep }: { readonly needsSecondStep: (tx: Tx, userId: string) => Promise<boolean> },
): Promise<SignedIn | "outdated" | "secondStepNeeded"> {
  const session = newSession(ctx, userId, device);
  const refusal = await ctx.db.transaction().execute(async (tx) => {
    await waitForAccount(tx, userId);
    if ((await findPasswordHash(tx, userId)) !== hash) return "outdated";
    if (await needsSecondStep(tx, userId)) return "secondStepNeeded";
    if (ticketId !== undefined && !(await deleteLink(tx, ticketId))) return "outdated";
    await deleteLinks(tx, userId, ["sign-in"]);
    await insertSession(tx, session, ctx.now());
    return undefined;
  });
  if (refusal !== undefined) return refusal;
  await recordStaffEvent(ctx, { who: { userId }, action: "session.open", device });
  return { userId, sessionToken: session.token };
}

/** A single-use ticket that stands for the account's password. */
export async function newTicket(ctx: Ctx, account: Account, device: Device): Promise<string> {
  const id = randomUUID();
  const now = ctx.now();
  const row = { id, purpose: PURPOSE, userId: account.userId, email: "", expiresAt: new Date(now.getTime() + TICKET_MS) };
  await ctx.db.transaction().execute((tx) => insertLink(tx, row, now));
  return [id, signature(signingKey(ctx, "sign-in-ticket"), id, account, device)].join(".");
}

/**
 * The account of a ticket. Undefined if the ticket is invalid, used, expired, of another browser or of an
 * older password.
 */
export async function readTicket(ctx: Ctx, ticket: string | undefined, device: Device): Promise<Waiting | undefined> {
  const [, id, signed] = /^(\p{Hex_Digit}{8}(?:-\p{Hex_Digit}{4}){3}-\p{Hex_Digit}{12})\.([\w-]{43})$/u.exec(ticket ?? "") ?? [];
  if (id === undefined || signed === undefined) return undefined;
  const row = await findLink(ctx.db, id, ctx.now());
  const account = row?.purpose === PURPOSE ? await findCredentialOf(ctx.db, row.userId) : undefined;
  const isOurs = account && isSigned(ctx, "sign-in-ticket", signed, (key) => signature(key, id, account, device));
  return isOurs ? { ...account, ticketId: id } : undefined;
}

/** Which second steps the account has set up. */
export async function listSecondSteps(ctx: Ctx, userId: string): Promise<{ takesCode: boolean; takesPasskey: boolean }> {
  const takesPasskey = (await listPasskeyRows(ctx.db, userId)).length > 0;
  const takesCode = !takesPasskey || (await findSecondFactor(ctx.db, userId)) !== undefined;
  return { takesCode, takesPasskey };
}

const PURPOSE = "sign-in-code";

function signature(key: string, id: string, { hash }: Account, { userAgent }: Device): string {
  return createHmac("sha256", key).update(`${id}:${hash}:${userAgent}`).digest("base64url");
}
