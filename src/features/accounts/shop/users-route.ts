/** POST /api/users: a program registers somebody, who is signed in at once. */
import { z } from "zod";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { deviceCookie } from "../server/device-cookie.ts";
import { deviceOf } from "../server/find-visitor.ts";
import { refusal } from "../server/refusal.ts";
import { register } from "../server/register.ts";
import { openTokens } from "../server/session-object.ts";
import type { Route } from "./+types/users-route.ts";

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

/** There is nothing to look at. */
export function loader() {
  return jsonError(405, "method_not_allowed", "POST", { Allow: "POST" });
}

/** 201 with the session object; 422 with the first problem and, of a weak password, all its `reasons`, 409 for a known address, 429 for too many tries. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const locale = localeOf(context);
  if (request.method !== "POST") return loader();
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
