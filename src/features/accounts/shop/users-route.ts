/** POST /api/users: registers a user and signs in. */

import { z } from "zod";
import { type Call, failure, type Operation, UNREAD } from "#platform/request/api.server.ts";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { deviceCookie } from "../server/devices/device-cookie.ts";
import { register } from "../server/profile/register.ts";
import { deviceOf } from "../server/sessions/find-visitor.ts";
import { openTokens, sessionShape } from "../server/sessions/session-object.ts";
import { refusal } from "../server/sign-in/refusal.ts";

const text = z.string().default("");
const body = z.object({
  email: text,
  password: text,
  first_name: text,
  last_name: text,
  phone: text,
  birth_date: text,
  marketing_opt_in: z.boolean().default(false),
});

export const operation: Operation = {
  id: "createUser",
  tag: "accounts",
  summary: "Creates an account and signs it in",
  body: z.object({
    email: z.string(),
    password: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().describe("any spelling; British where it names no country; stored and answered in E.164, as +447700900123"),
    birth_date: z.string().describe("yyyy-mm-dd"),
    marketing_opt_in: z.boolean().optional(),
  }),
  replies: {
    201: { says: "Registered", schema: sessionShape },
    ...UNREAD,
    409: failure("The email address already has an account"),
    422: failure("The first validation error; for a weak password, `reasons` lists them all"),
  },
};

/** 422 with the first problem (`reasons`: all of a weak password), 409 for a known address. */
export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const locale = localeOf(context);
  const read = await readJson(request, body);
  if (!read.ok) return jsonError(...refusal(ctx, locale, read));
  const { email, password, phone, first_name: firstName, last_name: lastName, birth_date: birthDate } = read.value;
  const marketing = read.value.marketing_opt_in;
  const registration = { email, password, confirmPassword: password, firstName, lastName, phone, birthDate, marketing, locale };
  const registered = await register(ctx, registration, deviceOf(context, request));
  if (!registered.ok) return jsonError(...refusal(ctx, locale, registered, password));
  const reply = jsonReply(await openTokens(ctx, registered.value), 201);
  reply.headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), registered.value.userId));
  return reply;
}
