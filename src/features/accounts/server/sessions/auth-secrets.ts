/** Signing keys, one a purpose, derived from the current secret and, during a rotation, the previous one. */
import { hkdfSync, timingSafeEqual } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";

type Secrets = Pick<Ctx, "authSecret" | "previousAuthSecret">;

/** A purpose is the label of its key derivation and must never change. */
export type Purpose =
  | "session-cookie"
  | "access-token"
  | "refresh-token"
  | "mail-link"
  | "device-cookie"
  | "trusted-cookie"
  | "sign-in-ticket"
  | "queue-place";

/** Purposes that older versions signed with the secret itself. Their cookies stay valid for up to a year. */
const SIGNED_WITH_SECRET: ReadonlySet<Purpose> = new Set(["session-cookie", "access-token", "refresh-token", "mail-link"]);

/** The current signing key: 32 bytes by HKDF-SHA-256 (RFC 5869), in base64url. */
export function signingKey(ctx: Pick<Secrets, "authSecret">, purpose: Purpose): string {
  return derive(ctx, ctx.authSecret, purpose);
}

/** The keys whose signatures are accepted, the current one first. */
export function acceptedKeys(ctx: Secrets, purpose: Purpose): string[] {
  const { authSecret, previousAuthSecret } = ctx;
  const secrets = previousAuthSecret === undefined ? [authSecret] : [authSecret, previousAuthSecret];
  const derived = secrets.map((secret) => derive(ctx, secret, purpose));
  return SIGNED_WITH_SECRET.has(purpose) ? [...derived, ...secrets] : derived;
}

/** Whether an accepted key made the signature. Compares in constant time. */
export function isSigned(ctx: Secrets, purpose: Purpose, signature: string, sign: (key: string) => string): boolean {
  const bytes = Buffer.from(signature);
  return acceptedKeys(ctx, purpose).some((key) => {
    const expected = Buffer.from(sign(key));
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/** Derived keys by purpose and secret. Cached because each authenticated request needs one. */
const derived = new WeakMap<object, Map<string, string>>();

function derive(ctx: object, secret: string, purpose: Purpose): string {
  const known = derived.get(ctx) ?? new Map<string, string>();
  derived.set(ctx, known);
  const label = `${purpose} ${secret}`;
  const key = known.get(label) ?? Buffer.from(hkdfSync("sha256", secret, "", `concours:${purpose}`, 32)).toString("base64url");
  known.set(label, key);
  return key;
}
