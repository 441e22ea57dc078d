/** POST /devices: ends one of the visitor's sessions, or all others. */
import { redirect } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { type FlashName, flashCookie } from "#platform/request/flash.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { endOtherSessions, endSession } from "../../server/sessions/end-sessions.ts";
import { requireVisitor } from "../../server/sessions/find-visitor.ts";
import { sessionCookie } from "../../server/sessions/session-cookie.ts";
import type { Route } from "./+types/devices-route.ts";

const BACK = "/profile?tab=security";

/** Following a link ends no session. */
export function loader() {
  return redirect(BACK);
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request, BACK);
  const form = await readFields(request);
  if (!form.has("others")) {
    // A session that has already ended counts as success.
    await endSession(ctx, visitor, form.get("id") ?? "");
    return goBack("deviceEnded");
  }
  const ended = await endOtherSessions(ctx, visitor);
  return ended.ok ? goBack("devicesEnded", sessionCookie(ctx, ended.value.sessionToken)) : redirect(BACK);
}

function goBack(flash: FlashName, cookie?: string): Response {
  const headers = new Headers({ "Set-Cookie": flashCookie(flash) });
  if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return redirect(BACK, { headers });
}
