/** /api/session: programs sign in (POST), look at their session (GET) and end it (DELETE). */
import { z } from "zod";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { deviceCookie } from "../server/device-cookie.ts";
import { deviceOf, visitorOf } from "../server/find-visitor.ts";
import { type Refused, refusal } from "../server/refusal.ts";
import { endedSessionCookie } from "../server/session-cookie.ts";
import { describeSession, openTokens } from "../server/session-object.ts";
import { signIn } from "../server/sign-in.ts";
import { signOut } from "../server/sign-out.ts";
import type { Route } from "./+types/session-route.ts";

const body = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  code: z.string().max(100).optional(),
});

/** The session object of a bearer or a cookie; 401 for nobody. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const visitor = await visitorOf(context, request);
  if (!visitor) return refuse(context, { error: "sessionMissing" });
  return jsonReply(await describeSession(ctx, request.headers, visitor));
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method === "POST") return open(request, context);
  if (request.method === "DELETE") return end(request, context);
  return jsonError(405, "method_not_allowed", "GET, POST or DELETE", { Allow: "GET, POST, DELETE" });
}

async function open(request: Request, context: Route.ActionArgs["context"]) {
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

/** 204 even where there is no session, as specified: nobody is signed in afterwards. */
async function end(request: Request, context: Route.ActionArgs["context"]) {
  const ctx = ctxOf(context);
  await signOut(ctx, request.headers);
  return new Response(null, { status: 204, headers: { "Set-Cookie": endedSessionCookie(ctx), "Cache-Control": "no-store" } });
}

function refuse(context: Route.ActionArgs["context"], refused: Refused): Response {
  return jsonError(...refusal(ctxOf(context), localeOf(context), refused));
}
