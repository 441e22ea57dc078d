/** Parses the browser's WebAuthn responses. Only their form is checked; `readAnswer` verifies signatures. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { Answer } from "./ask-passkey.ts";

const text = z.string().max(16_384);
const credential = { id: text, rawId: text, type: z.literal("public-key"), clientExtensionResults: z.looseObject({}) };

/** Schema of a response that signs in or re-authenticates. */
export const passkeyAnswer = z.object({
  ticket: text,
  response: z.looseObject({
    ...credential,
    response: z.looseObject({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional() }),
  }),
}) as unknown as z.ZodType<Answer<AuthenticationResponseJSON>>;

/** Schema of a response that creates a passkey. */
const made = z.object({
  ticket: text,
  response: z.looseObject({
    ...credential,
    response: z.looseObject({ clientDataJSON: text, attestationObject: text, transports: z.array(text).max(20).optional() }),
  }),
}) as unknown as z.ZodType<Answer<RegistrationResponseJSON>>;

/** Parses a form field with a response as JSON. Undefined if it is malformed. */
export function readPasskeyField(field: string): Answer<AuthenticationResponseJSON> | undefined {
  return parse(field, passkeyAnswer);
}

/** The same for a new passkey. */
export function readNewPasskeyField(field: string): Answer<RegistrationResponseJSON> | undefined {
  return parse(field, made);
}

function parse<T>(field: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(field)).data;
  } catch {
    return undefined;
  }
}
