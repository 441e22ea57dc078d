/** In the browser: asks its passkeys what the shop wants to know. Loaded where somebody presses for it. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { err, ok, type Result } from "#shared/result.ts";
import type { QuestionKind } from "../rules/passkeys.ts";

export type PasskeyProblem = "unsupported" | "cancelled" | "known" | "failed";

type Asked = { readonly ticket: string; readonly options: unknown };

/** @param autofill waits in the field with `autocomplete="… webauthn"` until one of its passkeys is chosen there */
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

/** By the names of https://www.w3.org/TR/webauthn-3/: a browser does not tell whether somebody said no or took too long. */
function problemOf(error: unknown): PasskeyProblem {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "cancelled";
  if (name === "InvalidStateError") return "known";
  return name === "NotSupportedError" || name === "SecurityError" || name === "ConstraintError" ? "unsupported" : "failed";
}
