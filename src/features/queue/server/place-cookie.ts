/** A signed cookie with an account's place in one draw for a week; restores what a database crash lost. */
import { createHmac } from "node:crypto";
import { type Cookie, cookieValues, setCookie } from "#features/access/server/cookies.ts";
import { isSigned, signingKey } from "#features/accounts/server/sessions/auth-secrets.ts";
import type { Ctx } from "#platform/ctx.server.ts";

type Of = { readonly lotteryId: string; readonly userId: string; readonly commitment: string };

const SECONDS = 7 * 86_400;

/** The cookie's path is this draw's waiting room. */
export function placeCookie(ctx: Ctx, of: Of, number: number): string {
  const issued = ctx.now().getTime().toString(36);
  const value = `${number}.${issued}.${sign(signingKey(ctx, "queue-place"), of, { number, issued })}`;
  return setCookie(ctx, cookieOf(of), { value, seconds: SECONDS });
}

export function endedPlaceCookie(ctx: Ctx, of: Pick<Of, "lotteryId">): string {
  return setCookie(ctx, cookieOf(of), { value: "", seconds: 0 });
}

export function shownNumber(ctx: Ctx, header: string | null, of: Of): number | undefined {
  const [value = ""] = cookieValues(ctx, cookieOf(of), header);
  const [, digits = "", issued = "", signature = ""] = /^([1-9]\d{0,8})\.([0-9a-z]{8,9})\.([\w-]{43})$/.exec(value) ?? [];
  const number = Number(digits);
  if (!isSigned(ctx, "queue-place", signature, (key) => sign(key, of, { number, issued }))) return undefined;
  return ctx.now().getTime() - Number.parseInt(issued, 36) < SECONDS * 1000 ? number : undefined;
}

type Shown = { readonly number: number; readonly issued: string };

function sign(key: string, { lotteryId, userId, commitment }: Of, { number, issued }: Shown): string {
  return createHmac("sha256", key).update(`${lotteryId}:${userId}:${commitment}:${number}:${issued}`).digest("base64url");
}

function cookieOf({ lotteryId }: Pick<Of, "lotteryId">): Cookie {
  return { name: "place", path: `/lottery/${lotteryId}/queue` };
}
