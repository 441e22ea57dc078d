/** /api/session/proof: whether the session is freshly re-authenticated (GET), re-authenticates it (POST). */

import { z } from "zod";
import { isFreshReauth } from "#features/access/rules/reauth.ts";
import { type Call, failure, type Operation, UNREAD } from "#platform/request/api.server.ts";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { passkeyAnswer } from "../../server/second-factor/passkey-answer.ts";
import { visitorOf } from "../../server/sessions/find-visitor.ts";
import { sessionCookie } from "../../server/sessions/session-cookie.ts";
import { openTokens, sessionShape } from "../../server/sessions/session-object.ts";
import { credentialOf, reauthenticate } from "../../server/sign-in/reauthenticate.ts";
import { type Refused, refusal } from "../../server/sign-in/refusal.ts";

const body = z.object({ password: z.string().default(""), passkey: passkeyAnswer.optional() });

export const getOperation: Operation = {
  id: "getSessionProof",
  tag: "accounts",
  summary: "Tells whether a call that needs a recent password would be accepted now",
  token: "needed",
  replies: {
    200: {
      says: "Whether the password was entered within the last ten minutes",
      schema: z.object({ is_fresh: z.boolean(), takes_code: z.boolean(), takes_passkey: z.boolean() }),
    },
    401: failure("No active session"),
  },
};

/** 401 when signed out. */
export async function get({ request, context }: Call) {
  const visitor = await visitorOf(context, request);
  if (!visitor) return refuse(context, { error: "sessionMissing" });
  return jsonReply({
    is_fresh: isFreshReauth(visitor.reauthAt, ctxOf(context).now()),
    takes_code: visitor.hasSecondFactor,
    takes_passkey: visitor.hasPasskey,
  });
}

/** As documented for clients with a bearer token. Browsers also send passkeys, and get 204 with a cookie. */
export const postOperation: Operation = {
  id: "proveSession",
  tag: "accounts",
  summary: "Confirms the password, or a code of the second factor in its place; the session continues with new tokens",
  token: "needed",
  body: z.object({ password: z.string() }),
  replies: {
    200: { says: "A new pair of tokens; the old ones no longer work", schema: sessionShape },
    ...UNREAD,
    401: failure("No active session"),
    403: failure("Wrong password or code"),
  },
};

/** Renews the session's tokens. 403 for a wrong answer, 429 after too many, 401 when signed out. */
export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const visitor = await visitorOf(context, request);
  if (!visitor) return refuse(context, { error: "sessionMissing" });
  const read = await readJson(request, body);
  if (!read.ok) return refuse(context, read);
  const { password, passkey } = read.value;
  const credential = passkey ? ({ kind: "passkey", answer: passkey } as const) : credentialOf(visitor, password);
  const reauth = await reauthenticate(ctx, visitor, credential);
  if (!reauth.ok) return refuse(context, reauth);
  if (request.headers.has("authorization")) return jsonReply(await openTokens(ctx, reauth.value));
  const headers = { "Set-Cookie": sessionCookie(ctx, reauth.value.sessionToken), "Cache-Control": "no-store" };
  return new Response(null, { status: 204, headers });
}

function refuse(context: Call["context"], refused: Refused): Response {
  return jsonError(...refusal(ctxOf(context), localeOf(context), refused));
}
