/** POST /devices: signs out one of one's own devices (`id`), or all others, and goes back to the profile. */
import { type ActionFunctionArgs, redirect } from "react-router";
import { readFields } from "#platform/body.server.ts";
import { type FlashName, flashCookie } from "#platform/flash.server.ts";
import { ctxOf } from "#platform/request.server.ts";
import { endOtherSessions, endSession } from "../server/end-sessions.ts";
import { requireVisitor } from "../server/find-visitor.ts";

const BACK = "/profile?tab=security";

/** Nobody is signed out by following a link. */
export function loader() {
  return redirect(BACK);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request, BACK);
  const form = await readFields(request);
  if (form.has("others")) await endOtherSessions(ctx, visitor);
  // One that is over already is what was asked for.
  else await endSession(ctx, visitor, form.get("id") ?? "");
  const said: FlashName = form.has("others") ? "devicesEnded" : "deviceEnded";
  return redirect(BACK, { headers: { "Set-Cookie": flashCookie(said) } });
}
