/** The keys that sign what is shown to us: one for each purpose, derived from today's secret, and while it is changed from the one before. */
import { hkdfSync, timingSafeEqual } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";

type Secrets = Pick<Ctx, "authSecret" | "previousAuthSecret">;

/** What is signed. No key opens what another one signed; each is the label of its derivation, and so never changes. */
export type Purpose =
  | "session-cookie"
  | "access-token"
  | "refresh-token"
  | "mail-link"
  | "device-cookie"
  | "trusted-cookie"
  | "sign-in-ticket"
  | "queue-place";

/** Signed with the undivided secret before there were keys. Cookies live for a year: whoever was signed in then still is. */
const SIGNED_UNDIVIDED: ReadonlySet<Purpose> = new Set(["session-cookie", "access-token", "refresh-token", "mail-link"]);

/** The key that signs from now on: 32 bytes by HKDF-SHA-256 (RFC 5869), in base64url. */
export function signingKey(ctx: Pick<Secrets, "authSecret">, purpose: Purpose): string {
  return derive(ctx, ctx.authSecret, purpose);
}

/** The keys whose signatures are believed, today's first. */
export function believedKeys(ctx: Secrets, purpose: Purpose): string[] {
  const { authSecret, previousAuthSecret } = ctx;
  const secrets = previousAuthSecret === undefined ? [authSecret] : [authSecret, previousAuthSecret];
  const derived = secrets.map((secret) => derive(ctx, secret, purpose));
  return SIGNED_UNDIVIDED.has(purpose) ? [...derived, ...secrets] : derived;
}

/** Whether `given` is what `sign` makes with one of them; takes the same time whatever is given. */
export function isSigned(ctx: Secrets, purpose: Purpose, given: string, sign: (key: string) => string): boolean {
  const bytes = Buffer.from(given);
  return believedKeys(ctx, purpose).some((key) => {
    const expected = Buffer.from(sign(key));
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/** Each request of somebody who is signed in asks for one. */
const derived = new WeakMap<object, Map<string, string>>();

function derive(ctx: object, secret: string, purpose: Purpose): string {
  const known = derived.get(ctx) ?? new Map<string, string>();
  derived.set(ctx, known);
  const label = `${purpose} ${secret}`;
  const key = known.get(label) ?? Buffer.from(hkdfSync("sha256", secret, "", `concours:${purpose}`, 32)).toString("base64url");
  known.set(label, key);
  return key;
}
