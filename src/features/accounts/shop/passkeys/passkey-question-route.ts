import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
/** POST /passkeys/question: WebAuthn options for signing in, re-authentication or a new passkey. */
import type { Call } from "#platform/request/api.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { jsonError, jsonReply } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { QUESTION_KINDS } from "../../rules/sign-in/passkeys.ts";
import { askForNewPasskey, askForPasskey } from "../../server/second-factor/ask-passkey.ts";
import { deviceOf, visitorOf } from "../../server/sessions/find-visitor.ts";
import { type Refused, refusal } from "../../server/sign-in/refusal.ts";

/** `{ticket, options}`; 401 if the kind needs a session, 404 if the shop's address allows no passkeys. */
export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const refuse = (refused: Refused) => jsonError(...refusal(ctx, localeOf(context), refused));
  const requested = (await readFields(request)).get("kind");
  const kind = QUESTION_KINDS.find((known) => known === requested);
  if (!kind) return refuse({ error: "wrong_shape" });
  const retryAfterSeconds = await consumeRateLimit(ctx, "passkeyByAddress", deviceOf(context, request).address);
  if (retryAfterSeconds > 0) return refuse({ ok: false, error: "tooManyAttempts", retryAfterSeconds });
  const visitor = kind === "sign-in" ? undefined : await visitorOf(context, request);
  if (kind !== "sign-in" && !visitor) return refuse({ error: "sessionMissing" });
  const question = kind === "add" && visitor ? await askForNewPasskey(ctx, visitor) : await askForPasskey(ctx, visitor);
  return question ? jsonReply(question) : jsonError(404, "no_passkeys", "This address allows no passkeys");
}
