/** GET /profile/data.json: all personal data of the player as a file. Source: UK GDPR, articles 15 and 20. */

import { isFreshReauth } from "#features/access/rules/reauth.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { recordAccountEvent } from "#features/accounts/server/devices/account-events.ts";
import { reauthNeededForFile } from "#features/accounts/server/sessions/ask-reauth.ts";
import { requireVisitor } from "#features/accounts/server/sessions/find-visitor.ts";
import type { Call } from "#platform/request/api.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { fileName } from "#shared/brand/brand.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { minutes } from "#shared/money/minutes.ts";
import { collectPersonalData } from "../checks/personal-data.ts";

export async function get({ request, context }: Call) {
  const player = await requireVisitor(context, request, "/profile?tab=details");
  const ctx = ctxOf(context);
  // Requires the password, in case the browser was left signed in.
  if (!isFreshReauth(player.reauthAt, ctx.now())) throw reauthNeededForFile(request);
  const wait = await consumeRateLimit(ctx, "exportByUser", player.id);
  if (wait > 0) {
    const text = ctx.messages[localeOf(context)].getFixedT(null, "auth")("tooManyAttempts", { count: minutes(wait) });
    return new Response(text, { status: 429, headers: { "Retry-After": String(wait), "Cache-Control": "no-store" } });
  }
  await recordAccountEvent(ctx, ctx.db, { userId: player.id, action: "account.export" });
  const today = londonDate(ctx.now());
  const body = JSON.stringify(await collectPersonalData(ctx, player), null, 2);
  return new Response(body, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName(ctx.brand.current.name)}-my-data-${today}.json"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
}
