/**
 * A signed cookie with an account's number in a draw's queue, valid for a week. It restores a place that
 * a crash of the database lost, because places are committed asynchronously.
 */
import { createHmac } from "node:crypto";
import { type Cookie, cookieValues, setCookie } from "#features/access/server/cookies.ts";
import { isSigned, signingKey } from "#features/accounts/server/sessions/auth-secrets.ts";
import type { Ctx } from "#platform/ctx.server.ts";

/** What the number is signed for. `commitment` identifies the room: a reopened room has another one. */
type CookieOwner = { readonly lotteryId: string; readonly userId: string; readonly commitment: string };

const SECONDS = 7 * 86_400;

/** `issued`: the time in ms, in base 36. */
type SignedNumber = { readonly number: number; readonly issued: string };

function sign(key: string, { lotteryId, userId, commitment }: CookieOwner, { number, issued }: SignedNumber): string {
  return createHmac("sha256", key).update(`${lotteryId}:${userId}:${commitment}:${number}:${issued}`).digest("base64url");
}

function cookieOf({ lotteryId }: Pick<CookieOwner, "lotteryId">): Cookie {
  return { name: "place", path: `/lottery/${lotteryId}/queue` };
}

/** The value of `Set-Cookie`; its path is this draw's waiting room. */
export function placeCookie(ctx: Ctx, owner: CookieOwner, number: number): string {
  const issued = ctx.now().getTime().toString(36);
  const value = `${number}.${issued}.${sign(signingKey(ctx, "queue-place"), owner, { number, issued })}`;
  return setCookie(ctx, cookieOf(owner), { value, seconds: SECONDS });
}

/** The value of `Set-Cookie` that deletes the cookie. */
export function endedPlaceCookie(ctx: Ctx, owner: Pick<CookieOwner, "lotteryId">): string {
  return setCookie(ctx, cookieOf(owner), { value: "", seconds: 0 });
}

/** The number in the request's cookie; undefined without one, and if its signature or age is invalid. */
export function readPlaceNumber(ctx: Ctx, header: string | null, owner: CookieOwner): number | undefined {
  const [value = ""] = cookieValues(ctx, cookieOf(owner), header);
  const [, digits = "", issued = "", signature = ""] = /^([1-9]\d{0,8})\.([0-9a-z]{8,9})\.([\w-]{43})$/.exec(value) ?? [];
  const number = Number(digits);
  if (!isSigned(ctx, "queue-place", signature, (key) => sign(key, owner, { number, issued }))) return undefined;
  return ctx.now().getTime() - Number.parseInt(issued, 36) < SECONDS * 1000 ? number : undefined;
}
