/** What the holder of a place can show for it: its number, signed, for one account and one draw. Copied to another account it says nothing. */
import { createHmac } from "node:crypto";
import { isSigned, signingKey } from "#features/accounts/server/auth-secrets.ts";
import { isSecure } from "#features/accounts/server/session-cookie.ts";
import type { Ctx } from "#platform/ctx.server.ts";

/** `commitment` is the room's: numbers of one that was there before do not count. */
type Of = { readonly lotteryId: string; readonly userId: string; readonly commitment: string };

const SECONDS = 7 * 86_400;

/** `Set-Cookie`; sent back to the waiting room of this draw alone. */
export function placeCookie(ctx: Ctx, of: Of, number: number): string {
  const value = `${number}.${sign(signingKey(ctx, "queue-place"), of, number)}`;
  return serialize(ctx, of, { value, seconds: SECONDS });
}

export function endedPlaceCookie(ctx: Ctx, of: Pick<Of, "lotteryId">): string {
  return serialize(ctx, of, { value: "", seconds: 0 });
}

/** The number that a request shows; undefined where it shows none that the shop gave to this account for this draw. */
export function shownNumber(ctx: Ctx, header: string | null, of: Of): number | undefined {
  const prefix = `${nameOf(ctx)}=`;
  const pair = (header ?? "").split(";").find((each) => each.trim().startsWith(prefix));
  const [, digits = "", signature = ""] = /^([1-9]\d{0,8})\.([\w-]{43})$/.exec(pair?.trim().slice(prefix.length) ?? "") ?? [];
  const number = Number(digits);
  return number > 0 && isSigned(ctx, "queue-place", signature, (key) => sign(key, of, number)) ? number : undefined;
}

function sign(key: string, { lotteryId, userId, commitment }: Of, number: number): string {
  return createHmac("sha256", key).update(`${lotteryId}:${userId}:${commitment}:${number}`).digest("base64url");
}

function serialize(
  ctx: Ctx,
  { lotteryId }: Pick<Of, "lotteryId">,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): string {
  const cookie = `${nameOf(ctx)}=${value}; Path=/lottery/${lotteryId}/queue; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
  return isSecure(ctx) ? `${cookie}; Secure` : cookie;
}

function nameOf(ctx: Ctx): string {
  return isSecure(ctx) ? "__Secure-place" : "place";
}
