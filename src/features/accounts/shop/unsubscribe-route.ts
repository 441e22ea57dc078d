/** POST /unsubscribe: one press in a mail program ends all advertising (RFC 8058). Whoever follows the link with a browser chooses on a page. */
import { redirect } from "react-router";
import { jsonError } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { chooseMail, readMailChoiceToken } from "../server/mail-choices.ts";
import type { Route } from "./+types/unsubscribe-route.ts";

/** Looking changes nothing: mail programs follow links by themselves. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(`/mail-preferences${new URL(request.url).search}`, { headers: { "Referrer-Policy": "no-referrer" } });
}

/**
 * No session and no origin: the signed token is all that a mail provider's server has, and all that this does is to send less. Twice is as
 * good as once. 400 for a token that is not ours.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  if (request.method !== "POST") return jsonError(405, "method_not_allowed", "POST", { Allow: "POST" });
  const userId = readMailChoiceToken(ctx, new URL(request.url).searchParams.get("token") ?? "");
  if (userId === undefined) return jsonError(400, "bad_token", "This link doesn’t work");
  await chooseMail(ctx, userId, [], "one-click");
  return new Response("You won’t get these emails any more.\nVous ne recevrez plus ces e-mails.\n", {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
