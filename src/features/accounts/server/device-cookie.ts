/** The cookie by which a browser that has signed in to an account before is told from strangers. It opens nothing: it only has limits of its own. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { isSigned, signingKey } from "./auth-secrets.ts";
import { isSecure } from "./session-cookie.ts";

/** No longer than the thirteen months of the cookie policy. */
const SECONDS = 395 * 86_400;
/** A household's browser knows a few accounts; the one that was used longest ago goes first. */
const MOST_ACCOUNTS = 5;
const BETWEEN = "~";

/** An account, and since when it has its password: what knew an older one is a stranger again. */
export type Knowable = { readonly userId: string; readonly passwordSince: Date };

/** `Set-Cookie` by which this browser is known to the account from now on, besides those that it is known to already. */
export function deviceCookie(ctx: Ctx, header: string | null, userId: string): string {
  const issued = ctx.now().getTime().toString(36);
  const nonce = ctx.random(12).toString("base64url");
  const own = [nonce, issued, sign(signingKey(ctx, "device-cookie"), { userId, nonce, issued })].join(".");
  const others = marksIn(ctx, header).filter((mark) => !isOf(ctx, mark, userId));
  const value = [own, ...others.map((mark) => Object.values(mark).join("."))].slice(0, MOST_ACCOUNTS).join(BETWEEN);
  const cookie = `${cookieName(ctx)}=${value}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax`;
  return isSecure(ctx) ? `${cookie}; Secure` : cookie;
}

/**
 * By what name limits count this browser at this account; undefined for a stranger: no cookie, another account's or a forged one, one that is
 * older than the account's password or than thirteen months.
 */
export function knownDevice(ctx: Ctx, header: string | null, account: Knowable | undefined): string | undefined {
  if (!account) return undefined;
  const oldest = Math.max(account.passwordSince.getTime(), ctx.now().getTime() - SECONDS * 1000);
  return marksIn(ctx, header).find((mark) => Number.parseInt(mark.issued, 36) >= oldest && isOf(ctx, mark, account.userId))
    ?.nonce;
}

type Mark = { readonly nonce: string; readonly issued: string; readonly signature: string };

function marksIn(ctx: Ctx, header: string | null): Mark[] {
  const prefix = `${cookieName(ctx)}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? "";
  return value
    .split(BETWEEN, MOST_ACCOUNTS)
    .map((mark) => /^([\w-]{16})\.([0-9a-z]{8,9})\.([\w-]{43})$/.exec(mark))
    .flatMap((parts) => (parts ? [{ nonce: parts[1] ?? "", issued: parts[2] ?? "", signature: parts[3] ?? "" }] : []));
}

function isOf(ctx: Ctx, { signature, ...mark }: Mark, userId: string): boolean {
  return isSigned(ctx, "device-cookie", signature, (key) => sign(key, { ...mark, userId }));
}

function sign(key: string, { userId, nonce, issued }: { userId: string; nonce: string; issued: string }): string {
  return createHmac("sha256", key).update(`${userId}:${nonce}:${issued}`).digest("base64url");
}

/** `__Host-` like the session's, and for the same reason. */
function cookieName(ctx: Ctx): string {
  return isSecure(ctx) ? "__Host-device" : "device";
}
