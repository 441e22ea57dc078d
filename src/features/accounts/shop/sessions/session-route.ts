/** /api/session: API clients sign in (POST), read their session (GET) and end it (DELETE). */

import { z } from "zod";
import { type Call, failure, type Operation, UNREAD } from "#platform/request/api.server.ts";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { deviceCookie } from "../../server/devices/device-cookie.ts";
import { deviceOf, visitorOf } from "../../server/sessions/find-visitor.ts";
import { endedSessionCookie } from "../../server/sessions/session-cookie.ts";
import { describeSession, openTokens, sessionShape } from "../../server/sessions/session-object.ts";
import { signOut } from "../../server/sessions/sign-out.ts";
import { type Refused, refusal } from "../../server/sign-in/refusal.ts";
import { signIn } from "../../server/sign-in/sign-in.ts";

const body = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  code: z.string().max(100).optional(),
});

export const getOperation: Operation = {
  id: "getSession",
  tag: "accounts",
  summary: "The session of the token in use",
  token: "needed",
  replies: { 200: { says: "The session", schema: sessionShape }, 401: failure("No active session") },
};

/** For a bearer token or a cookie. 401 when signed out. */
export async function get({ request, context }: Call) {
  const ctx = ctxOf(context);
  const visitor = await visitorOf(context, request);
  if (!visitor) return refuse(context, { error: "sessionMissing" });
  return jsonReply(await describeSession(ctx, request.headers, visitor));
}

export const postOperation: Operation = {
  id: "createSession",
  tag: "accounts",
  summary: "Signs in",
  body: z.object({ email: z.string(), password: z.string(), code: z.string().optional() }),
  replies: {
    200: { says: "Signed in", schema: sessionShape },
    ...UNREAD,
    401: failure("Email or password incorrect, or `codeNeeded`: call again with the code of the account’s second factor"),
    403: failure("Wrong code"),
  },
};

export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const read = await readJson(request, body);
  if (!read.ok) return refuse(context, read);
  const { email, password, code } = read.value;
  if (email.trim() === "" || password === "") return refuse(context, { error: "credentialsMissing" });
  const signedIn = await signIn(ctx, { email, password, code }, deviceOf(context, request));
  if (!signedIn.ok) return refuse(context, signedIn);
  const reply = jsonReply(await openTokens(ctx, signedIn.value));
  reply.headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), signedIn.value.userId));
  return reply;
}

export const removeOperation: Operation = {
  id: "deleteSession",
  tag: "accounts",
  summary: "Signs out; succeeds without a session",
  replies: { 204: { says: "Signed out" } },
};

/** 204 even without a session, as specified. */
export async function remove({ request, context }: Call) {
  const ctx = ctxOf(context);
  await signOut(ctx, request.headers);
  return new Response(null, { status: 204, headers: { "Set-Cookie": endedSessionCookie(ctx), "Cache-Control": "no-store" } });
}

function refuse(context: Call["context"], refused: Refused): Response {
  return jsonError(...refusal(ctxOf(context), localeOf(context), refused));
}
