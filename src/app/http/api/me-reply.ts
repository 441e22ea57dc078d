/** GET /api/me: the visitor, for the shop's own pages. Undocumented: API clients have `/api/session`. */
import {
  endedHintCookie,
  hintCookie,
  hintOf,
  namesSession,
  sessionTokenOf,
} from "#features/accounts/server/sessions/session-cookie.ts";
import { type FoundMe, findMe } from "#features/orders/server/players/find-me.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Call } from "#platform/request/api.server.ts";
import { readFlash } from "#platform/request/flash.server.ts";
import { jsonReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { isUuid } from "#shared/ids.ts";
import { chooseLocale } from "#shared/language/locale.ts";
import { type Me, NO_TICKETS } from "#shared/me.ts";

const SIGNED_OUT: FoundMe = { visitor: null, holds: [], own: NO_TICKETS };

export function get({ request, context }: Call): Promise<Response> {
  return meReply(ctxOf(context), request);
}

/** `?draw=` is the draw whose page is open, `?lng=` the language of the page. */
export async function meReply(ctx: Ctx, request: Request): Promise<Response> {
  const cookie = request.headers.get("cookie");
  const locale = chooseLocale({ url: request.url, cookie, acceptLanguage: request.headers.get("accept-language") });
  const asked = new URL(request.url).searchParams.get("draw");
  const draw = isUuid(asked) ? asked : undefined;
  const token = sessionTokenOf(ctx, cookie);
  const sought = token === undefined ? undefined : await findMe(ctx, { token, lotteryId: draw }, locale);
  const found = sought === "unknown" ? undefined : sought;
  const flash = readFlash(ctx, locale, cookie) ?? null;
  const me: Me = { ...(found ?? SIGNED_OUT), draw: draw ?? null, flash, now: ctx.now().getTime() };
  const reply = jsonReply(me);
  // The cookie of an ended session stays, so that the sign-in page can say so. "0" stops further requests.
  const hint = found ? (found.holds.length > 0 ? "2" : "1") : namesSession(cookie) ? "0" : undefined;
  if (sought !== "unknown" && hint !== hintOf(cookie))
    reply.headers.append("Set-Cookie", hint ? hintCookie(ctx, hint) : endedHintCookie(ctx));
  return reply;
}
