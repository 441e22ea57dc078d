/** Sets up, renews and removes the second factor of an account. */
import { encode } from "uqr";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, type Ok, ok } from "#shared/result.ts";
import {
  newRecoveryCode,
  type QrCode,
  RECOVERY_CODES,
  readAppCode,
  SET_UP_MS,
  type SetUp,
  showRecoveryCode,
} from "../../rules/sign-in/second-factor.ts";
import { hasRoomInLog, recordAccountEvent } from "../devices/account-events.ts";
import { newSessionToken, type SignedIn } from "../sessions/new-session.ts";
import type { Visitor } from "../sessions/read-session.ts";
import { renewSession } from "../sessions/store.ts";
import { appAddress, newAppSecret, openSecret, recoveryHash, sealSecret, stepOf, typedSecret } from "../sign-in/app-codes.ts";
import { type CodeRefusal, checkCode, checkPassword, mailOwner, type PasswordRefusal } from "../sign-in/check-code.ts";
import { deleteSessions, lockAccount } from "../sign-in/credential-store.ts";
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
  setTrustedSince,
} from "./second-factor-store.ts";

type Who = Pick<Visitor, "id" | "sessionId" | "email">;
/** The session has ended. */
type Missing = { readonly ok: false; readonly error: "sessionMissing" };

/** When the factor was set up, and how many recovery codes are unused. Undefined without a factor. */
export async function showSecondFactor(ctx: Ctx, userId: string): Promise<{ setUpAt: Date; codesLeft: number } | undefined> {
  const factor = await findSecondFactor(ctx.db, userId);
  return factor && { setUpAt: factor.setUpAt, codesLeft: await countRecoveryCodes(ctx.db, userId) };
}

/** Starts a set-up after the password. Nothing is stored: the form carries the encrypted secret. */
export async function beginSecondFactor(ctx: Ctx, visitor: Who, password: string): Promise<Ok<SetUp> | PasswordRefusal> {
  const checked = await checkPassword(ctx, visitor.id, password);
  if (!checked.ok) return checked;
  return ok(setUpOf(ctx, visitor, newAppSecret(ctx), ctx.now().getTime()));
}

function setUpOf(ctx: Ctx, visitor: Who, secret: string, begunAt: number): SetUp {
  const sealed = sealSecret(ctx, visitor.id, JSON.stringify([secret, begunAt]));
  return { sealed, address: appAddress(secret, visitor.email, ctx.brand.current.name), typed: typedSecret(secret) };
}

/** Decrypts a set-up of this account that is at most half an hour old. */
function openSetUp(ctx: Ctx, visitor: Who, sealed: string): { secret: string; begunAt: number } | undefined {
  const opened = openSecret(ctx, visitor.id, sealed);
  if (opened === undefined || !opened.startsWith("[")) return undefined;
  const [secret = "", begunAt = 0] = JSON.parse(opened) as [string?, number?];
  const age = ctx.now().getTime() - begunAt;
  return age >= 0 && age < SET_UP_MS ? { secret, begunAt } : undefined;
}

/** `again`: the same set-up, for another attempt. */
export type ConfirmRefusal =
  | { readonly ok: false; readonly error: "codeRequired" | "codeWrong"; readonly again: SetUp }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number; readonly again: SetUp }
  | { readonly ok: false; readonly error: "setUpExpired" }
  | Missing;

/**
 * Stores the factor after a first code, which proves that the app is set up. Ends the other sessions, which
 * showed no second factor. Returns the recovery codes.
 */
export async function confirmSecondFactor(
  ctx: Ctx,
  visitor: Who,
  typed: { readonly sealed: string; readonly code: string },
): Promise<Ok<SignedIn & { readonly codes: readonly string[] }> | ConfirmRefusal> {
  const setUp = openSetUp(ctx, visitor, typed.sealed);
  if (!setUp) return err("setUpExpired");
  const again = setUpOf(ctx, visitor, setUp.secret, setUp.begunAt);
  if (typed.code.trim() === "") return { ok: false, error: "codeRequired", again };
  const retryAfterSeconds = await consumeRateLimit(ctx, "codeByUser", `session ${visitor.id}`);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds, again };
  const code = readAppCode(typed.code);
  const step = code === undefined ? undefined : stepOf(setUp.secret, code, ctx.now());
  if (step === undefined) return { ok: false, error: "codeWrong", again };
  const secret = sealSecret(ctx, visitor.id, setUp.secret);
  const sessionToken = newSessionToken(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, visitor.id);
    // To change a factor, it must be turned off first, with its code.
    if (await findSecondFactor(tx, visitor.id)) return err("setUpExpired");
    const sessionId = account && (await renewSession(tx, visitor.sessionId, { token: sessionToken, at: ctx.now() }));
    if (sessionId === undefined) return err("sessionMissing");
    await insertSecondFactor(tx, visitor.id, { secret, step, at: ctx.now() });
    const codes = await createRecoveryCodes(ctx, tx, visitor.id);
    const ended = await deleteSessions(tx, visitor.id, sessionId);
    await recordAccountEvent(ctx, tx, { userId: visitor.id, action: "factor.on", after: { sessions_ended: ended } });
    await mailOwner(ctx, tx, visitor.id, "second-factor-on");
    return ok({ userId: visitor.id, sessionToken, codes });
  });
}

/** Replaces the recovery codes. Returns the new ones for display. */
async function createRecoveryCodes(ctx: Ctx, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(ctx.random));
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryHash(ctx, userId, code)),
  );
  return codes.map(showRecoveryCode);
}

/** Replaces the recovery codes by ten new ones. Requires an app's or recovery code. */
export async function renewRecoveryCodes(
  ctx: Ctx,
  visitor: Pick<Visitor, "id">,
  code: string,
): Promise<Ok<{ readonly codes: readonly string[] }> | CodeRefusal> {
  const checked = await checkCode(ctx, visitor.id, code, { signedIn: visitor.id });
  if (!checked.ok) return checked;
  return ctx.db.transaction().execute(async (tx) => {
    await lockAccount(tx, visitor.id);
    if (!(await findSecondFactor(tx, visitor.id))) return err("codeWrong");
    const codes = await createRecoveryCodes(ctx, tx, visitor.id);
    await recordAccountEvent(ctx, tx, { userId: visitor.id, action: "factor.codes" });
    await mailOwner(ctx, tx, visitor.id, "recovery-codes-new");
    return ok({ codes });
  });
}

/** Removes the factor. Requires a code. `factorNeeded`: the shop requires a second factor of its staff. */
export async function turnOffSecondFactor(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "isStaff">,
  code: string,
): Promise<Ok<undefined> | CodeRefusal | { readonly ok: false; readonly error: "factorNeeded" }> {
  if (visitor.isStaff && ctx.env.staffNeedSecondFactor) return err("factorNeeded");
  const checked = await checkCode(ctx, visitor.id, code, { signedIn: visitor.id });
  if (!checked.ok) return checked;
  return ctx.db.transaction().execute(async (tx) => {
    await lockAccount(tx, visitor.id);
    if (!(await deleteSecondFactor(tx, visitor.id))) return ok();
    await recordAccountEvent(ctx, tx, { userId: visitor.id, action: "factor.off" });
    await mailOwner(ctx, tx, visitor.id, "second-factor-off");
    return ok();
  });
}

/** Makes all trusted browsers ask for a code again. */
export async function forgetBrowsers(ctx: Ctx, visitor: Pick<Visitor, "id">): Promise<void> {
  await setTrustedSince(ctx.db, visitor.id, ctx.now());
  const event = { userId: visitor.id, action: "factor.forget" } as const;
  if (await hasRoomInLog(ctx, event)) await recordAccountEvent(ctx, ctx.db, event);
}

/** Source: ISO/IEC 18004 requires a quiet zone of four modules. */
const QUIET_ZONE = 4;

/** The QR code of a text, as an SVG path. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const rows = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: rows.join("") };
}
