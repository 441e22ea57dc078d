/** POST /unsubscribe: one-click unsubscribing from all marketing mail (RFC 8058). */

import { redirect } from "react-router";
import type { Call } from "#platform/request/api.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { chooseMail, readMailChoiceToken } from "../server/profile/mail-choices.ts";

/** Changes nothing, because mail programs follow links. */
export function get({ request }: Call) {
  return redirect(`/mail-preferences${new URL(request.url).search}`, { headers: { "Referrer-Policy": "no-referrer" } });
}

/** Authorised by the signed token alone. Idempotent. 400 for an invalid token. */
export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const userId = readMailChoiceToken(ctx, new URL(request.url).searchParams.get("token") ?? "");
  if (userId === undefined) return jsonError(400, "bad_token", "This link doesn’t work");
  await chooseMail(ctx, userId, [], "one-click");
  return new Response("You won’t get these emails any more.\nVous ne recevrez plus ces e-mails.\n", {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
