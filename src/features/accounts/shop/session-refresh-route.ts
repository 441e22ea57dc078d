/** POST /api/session/refresh: a program exchanges its refresh token for the next pair of tokens. */
import { z } from "zod";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { refreshSession } from "../server/refresh-session.ts";
import { refusal } from "../server/refusal.ts";
import type { Route } from "./+types/session-refresh-route.ts";

const body = z.object({ refresh_token: z.string().min(1).max(200) });

/** There is nothing to look at. */
export function loader() {
  return jsonError(405, "method_not_allowed", "POST", { Allow: "POST" });
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  if (request.method !== "POST") return loader();
  const read = await readJson(request, body);
  const refreshed = read.ok ? await refreshSession(ctx, read.value.refresh_token) : read;
  return refreshed.ok ? jsonReply(refreshed.value) : jsonError(...refusal(ctx, localeOf(context), refreshed));
}
