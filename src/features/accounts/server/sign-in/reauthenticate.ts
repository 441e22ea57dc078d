/** Re-authentication by password, code or passkey. */
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Ok, ok } from "#shared/result.ts";
import { readAppCode } from "../../rules/sign-in/second-factor.ts";
import { recordAccountEvent, recordStaffEvent } from "../devices/account-events.ts";
import { type Answer, readAnswer } from "../second-factor/ask-passkey.ts";
import { newSessionToken, type SignedIn } from "../sessions/new-session.ts";
import type { Visitor } from "../sessions/read-session.ts";
import { renewSession } from "../sessions/store.ts";
import { type CodeRefusal, checkCode, checkPassword, type PasswordRefusal } from "./check-code.ts";

/** What the person gives. */
export type Credential =
  | { readonly kind: "password"; readonly password: string }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "passkey"; readonly answer: Answer<AuthenticationResponseJSON> };
/** Errors are keys of `auth.json`. */
export type CredentialRefusal =
  | PasswordRefusal
  | CodeRefusal
  | PasskeyRefusal
  | { readonly ok: false; readonly error: "sessionMissing" };
type PasskeyRefusal =
  | { readonly ok: false; readonly error: "passkeyRefused" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * A typed code or password. One field takes both: no password has six digits. Recovery codes are not
 * accepted here.
 */
export function credentialOf({ hasSecondFactor }: Pick<Visitor, "hasSecondFactor">, typed: string): Credential {
  const isCode = hasSecondFactor && readAppCode(typed) !== undefined;
  return isCode ? { kind: "code", code: typed } : { kind: "password", password: typed };
}

/** Re-authenticates the session for ten minutes. It gets new tokens, so that stolen copies do not benefit. */
export async function reauthenticate(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "sessionId">,
  credential: Credential,
): Promise<Ok<SignedIn> | CredentialRefusal> {
  const checked = await check(ctx, visitor.id, credential);
  if (!checked.ok) {
    if (checked.error === "currentPasswordWrong" || checked.error === "passkeyRefused")
      await recordAccountEvent(ctx, ctx.db, { userId: visitor.id, action: "proof.fail" });
    return checked;
  }
  const sessionToken = newSessionToken(ctx);
  const renewed = await ctx.db
    .transaction()
    .execute((tx) => renewSession(tx, visitor.sessionId, { token: sessionToken, at: ctx.now() }));
  if (renewed) await recordStaffEvent(ctx, { who: { userId: visitor.id }, action: "proof.give" });
  return renewed ? ok({ userId: visitor.id, sessionToken }) : err("sessionMissing");
}

function check(ctx: Ctx, userId: string, credential: Credential) {
  if (credential.kind === "passkey") return checkPasskey(ctx, userId, credential.answer);
  if (credential.kind === "code") return checkCode(ctx, userId, credential.code, { signedIn: userId });
  return checkPassword(ctx, userId, credential.password);
}

async function checkPasskey(
  ctx: Ctx,
  id: string,
  answer: Answer<AuthenticationResponseJSON>,
): Promise<Ok<undefined> | PasskeyRefusal> {
  const retryAfterSeconds =
    (await consumeRateLimit(ctx, "passkeyByUser", id)) || (await consumeRateLimit(ctx, "passkeyByUserAnHour", id));
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  return (await readAnswer(ctx, answer, { id })) ? ok() : err("passkeyRefused");
}
