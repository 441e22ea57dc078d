/**
 * Two signed cookies that recognise a browser. `device` gives a known browser rate limits of its own;
 * `trusted` replaces the second factor. Each holds one mark per account.
 */
import { createHmac } from "node:crypto";
import { type Cookie, cookieValues, setCookie } from "#features/access/server/cookies.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { deviceName } from "../../rules/sign-in/device-name.ts";
import { TRUSTED_SECONDS } from "../../rules/sign-in/second-factor.ts";
import { isSigned, type Purpose, signingKey } from "../sessions/auth-secrets.ts";
import type { Device } from "../sessions/new-session.ts";

/** A cookie, the purpose of its signing key, and its lifetime. */
type Kind = Cookie & { readonly purpose: Purpose; readonly seconds: number };
type Browser = Pick<Device, "cookies" | "userAgent">;
/** The cookie policy allows thirteen months. */
const KNOWN: Kind = { name: "device", purpose: "device-cookie", seconds: 395 * 86_400 };
const TRUSTED: Kind = { name: "trusted", purpose: "trusted-cookie", seconds: TRUSTED_SECONDS };
/** Browsers are shared in a household. The least recently used account is dropped. */
const MOST_ACCOUNTS = 5;
const MARK_SEPARATOR = "~";

/** An account and the time of its current password: cookies from before that are invalid. */
export type KnownAccount = { readonly userId: string; readonly passwordSince: Date };

/** The `device` cookie with a mark of this account. `header`: the request's `Cookie` header. */
export function deviceCookie(ctx: Ctx, header: string | null, userId: string): string {
  return markedCookie(ctx, KNOWN, header, userId);
}

/**
 * The `trusted` cookie: this browser is not asked for a code for thirty days. Invalid in another browser or
 * system.
 */
export function trustedCookie(ctx: Ctx, browser: Browser, userId: string): string {
  return markedCookie(ctx, TRUSTED, browser.cookies ?? null, inBrowser(userId, browser));
}

/** What the `trusted` cookie signs: account, browser and system, without versions, which change often. */
function inBrowser(userId: string, { userAgent }: Browser): string {
  const { browser, system } = deviceName(userAgent);
  return `${userId} ${browser ?? ""} ${system ?? ""}`;
}

function markedCookie(ctx: Ctx, kind: Kind, header: string | null, userId: string): string {
  const issued = ctx.now().getTime().toString(36);
  const nonce = ctx.random(12).toString("base64url");
  const own = [nonce, issued, sign(signingKey(ctx, kind.purpose), { userId, nonce, issued })].join(".");
  const others = marksIn(ctx, kind, header).filter((mark) => !isMarkOf(ctx, kind, mark, userId));
  const value = [own, ...others.map((mark) => Object.values(mark).join("."))].slice(0, MOST_ACCOUNTS).join(MARK_SEPARATOR);
  return setCookie(ctx, kind, { value, seconds: kind.seconds });
}

/** The browser's key for rate limits of this account. Undefined for unknown browsers and outdated cookies. */
export function knownDevice(ctx: Ctx, header: string | null, account: KnownAccount | undefined): string | undefined {
  return account && findMark(ctx, KNOWN, header, account)?.nonce;
}

/** Whether a code was given in this browser since the last password change and since `since`. */
export function isTrusted(ctx: Ctx, browser: Browser, { userId, passwordSince }: KnownAccount, since: Date): boolean {
  const account = { userId: inBrowser(userId, browser), passwordSince };
  const mark = findMark(ctx, TRUSTED, browser.cookies ?? null, account);
  return mark !== undefined && issuedAt(mark) >= since.getTime();
}

function findMark(ctx: Ctx, kind: Kind, header: string | null, { userId, passwordSince }: KnownAccount): Mark | undefined {
  const oldest = Math.max(passwordSince.getTime(), ctx.now().getTime() - kind.seconds * 1000);
  return marksIn(ctx, kind, header).find((mark) => issuedAt(mark) >= oldest && isMarkOf(ctx, kind, mark, userId));
}

/** `issued`: milliseconds in base 36. `signature`: of account, nonce and time. */
type Mark = { readonly nonce: string; readonly issued: string; readonly signature: string };

const issuedAt = ({ issued }: Mark) => Number.parseInt(issued, 36);

/** The marks in the request's cookie. Their signatures are not checked yet. */
function marksIn(ctx: Ctx, kind: Kind, header: string | null): Mark[] {
  const [value = ""] = cookieValues(ctx, kind, header);
  return value
    .split(MARK_SEPARATOR, MOST_ACCOUNTS)
    .map((mark) => /^([\w-]{16})\.([0-9a-z]{8,9})\.([\w-]{43})$/.exec(mark))
    .flatMap((parts) => (parts ? [{ nonce: parts[1] ?? "", issued: parts[2] ?? "", signature: parts[3] ?? "" }] : []));
}

function isMarkOf(ctx: Ctx, { purpose }: Kind, { signature, ...mark }: Mark, userId: string): boolean {
  return isSigned(ctx, purpose, signature, (key) => sign(key, { ...mark, userId }));
}

function sign(key: string, { userId, nonce, issued }: { userId: string; nonce: string; issued: string }): string {
  return createHmac("sha256", key).update(`${userId}:${nonce}:${issued}`).digest("base64url");
}
