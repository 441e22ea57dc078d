/** Runs WebAuthn in the browser. This script is loaded on demand. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { err, ok, type Result } from "#shared/result.ts";
import type { QuestionKind } from "../../rules/sign-in/passkeys.ts";

/** Keys of `auth.json`, under `passkey`. `known`: this device has a passkey of the account already. */
export type PasskeyProblem = "unsupported" | "cancelled" | "known" | "failed";

/** The server's reply: see `ask-passkey.ts`. */
type QuestionReply = { readonly ticket: string; readonly options: unknown };

/**
 * Fetches a question and lets the browser answer it. Returns the answer as JSON, for a form field. @param
 * autofill waits until a passkey is chosen in the field with `autocomplete="… webauthn"`
 */
export async function answerQuestion(kind: QuestionKind, autofill = false): Promise<Result<string, PasskeyProblem>> {
  if (!browserSupportsWebAuthn()) return err("unsupported");
  const init = { method: "POST", body: new URLSearchParams({ kind }) };
  const reply = await fetch("/passkeys/question", init).catch(() => undefined);
  if (!reply?.ok) return err(reply?.status === 404 ? "unsupported" : "failed");
  const { ticket, options }: QuestionReply = await reply.json();
  try {
    const response =
      kind === "add"
        ? await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
        : await startAuthentication({
            optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
            useBrowserAutofill: autofill,
          });
    return ok(JSON.stringify({ ticket, response }));
  } catch (error) {
    return err(problemOf(error));
  }
}

/** Error names of https://www.w3.org/TR/webauthn-3/. Refusal and timeout are indistinguishable. */
function problemOf(error: unknown): PasskeyProblem {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "cancelled";
  if (name === "InvalidStateError") return "known";
  return name === "NotSupportedError" || name === "SecurityError" || name === "ConstraintError" ? "unsupported" : "failed";
}
