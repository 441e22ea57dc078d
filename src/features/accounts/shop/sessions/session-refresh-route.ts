/** POST /api/session/refresh: exchanges a refresh token for the next pair of tokens. */

import { z } from "zod";
import { type Call, failure, type Operation, UNREAD } from "#platform/request/api.server.ts";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { refreshSession } from "../../server/sessions/refresh-session.ts";
import { sessionShape } from "../../server/sessions/session-object.ts";
import { refusal } from "../../server/sign-in/refusal.ts";

const body = z.object({ refresh_token: z.string().min(1).max(200) });

export const operation: Operation = {
  id: "refreshSession",
  tag: "accounts",
  summary: "Exchanges a refresh token, which works once, for a new pair of tokens",
  body,
  replies: {
    200: { says: "A new pair of tokens", schema: sessionShape },
    ...UNREAD,
    401: failure("Unknown, expired or already used; the session has ended"),
  },
};

export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const read = await readJson(request, body);
  const refreshed = read.ok ? await refreshSession(ctx, read.value.refresh_token) : read;
  return refreshed.ok ? jsonReply(refreshed.value) : jsonError(...refusal(ctx, localeOf(context), refreshed));
}
