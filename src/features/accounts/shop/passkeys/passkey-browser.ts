/** Runs WebAuthn in the browser. Loaded on demand. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { err, ok, type Result } from "#shared/result.ts";
import type { QuestionKind } from "../../rules/sign-in/passkeys.ts";

export type PasskeyProblem = "unsupported" | "cancelled" | "known" | "failed";

type Asked = { readonly ticket: string; readonly options: unknown };

/** @param autofill waits until a passkey is chosen in the field with `autocomplete="… webauthn"` */
export async function answerQuestion(kind: QuestionKind, autofill = false): Promise<Result<string, PasskeyProblem>> {
  if (!browserSupportsWebAuthn()) return err("unsupported");
  const asking = { method: "POST", body: new URLSearchParams({ kind }) };
  const reply = await fetch("/passkeys/question", asking).catch(() => undefined);
  if (!reply?.ok) return err(reply?.status === 404 ? "unsupported" : "failed");
  const { ticket, options }: Asked = await reply.json();
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
