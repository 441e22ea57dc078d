/**
 * WebAuthn on the server. A question is a challenge with its options, stored and valid once; an answer is
 * the browser's response.
 */
import { randomUUID } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Ctx } from "#platform/ctx.server.ts";
import { QUESTION_MS, type QuestionKind, relyingParty } from "../../rules/sign-in/passkeys.ts";
import type { Visitor } from "../sessions/read-session.ts";
import { insertLink, takeLink } from "../sign-in/link-store.ts";
import { linkIdOf, linkToken } from "../sign-in/mail-links.ts";
import { findPasskey, listPasskeyRows, notePasskeyUse, type StoredPasskey } from "./passkey-store.ts";

/** `ticket` names the stored challenge. `options` go to the browser's WebAuthn API. */
export type Question<Options> = { readonly ticket: string; readonly options: Options };
type Transports = NonNullable<Parameters<typeof verifyAuthenticationResponse>[0]["credential"]["transports"]>;

/** EdDSA, ES256 and RS256, which all browsers and phones support. */
const ALGORITHMS = [-8, -7, -257] as const;

/**
 * A question for an existing passkey: any that signs in, or one of `visitor`'s for re-authentication.
 * Undefined if the shop's address is an IP address.
 */
export async function askForPasskey(
  ctx: Ctx,
  visitor?: Pick<Visitor, "id">,
): Promise<Question<PublicKeyCredentialRequestOptionsJSON> | undefined> {
  const party = relyingParty(ctx.publicUrl);
  if (!party) return undefined;
  const own = visitor ? await listPasskeyRows(ctx.db, visitor.id) : [];
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(ctx.random(32)),
    timeout: QUESTION_MS,
    userVerification: "required",
    allowCredentials: own.map(describe),
  });
  const ticket = await storeQuestion(ctx, visitor ? "proof" : "sign-in", visitor?.id, options.challenge);
  return { ticket, options };
}

/** A question that makes the browser create a passkey. Undefined if the shop's address is an IP address. */
export async function askForNewPasskey(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "email" | "firstName" | "lastName">,
): Promise<Question<PublicKeyCredentialCreationOptionsJSON> | undefined> {
  const party = relyingParty(ctx.publicUrl);
  if (!party) return undefined;
  const options = await generateRegistrationOptions({
    rpName: ctx.brand.current.name,
    rpID: party.id,
    userName: visitor.email,
    userDisplayName: `${visitor.firstName} ${visitor.lastName}`.trim() || visitor.email,
    // With the account's id, a second passkey on the same device replaces the first.
    userID: new Uint8Array(Buffer.from(visitor.id)),
    challenge: new Uint8Array(ctx.random(32)),
    timeout: QUESTION_MS,
    attestationType: "none",
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: (await listPasskeyRows(ctx.db, visitor.id)).map(describe),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ticket: await storeQuestion(ctx, "add", visitor.id, options.challenge), options };
}

function describe({ credential_id, transports }: Awaited<ReturnType<typeof listPasskeyRows>>[number]) {
  return { id: credential_id, transports: transports as Transports };
}

/** Stores the challenge. Returns its ticket. */
async function storeQuestion(ctx: Ctx, kind: QuestionKind, userId: string | undefined, challenge: string): Promise<string> {
  const id = randomUUID();
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + QUESTION_MS);
  const row = { id, purpose: purposeOf(kind), userId: userId ?? "anybody", email: challenge, expiresAt };
  await ctx.db.transaction().execute((tx) => insertLink(tx, row, now));
  return linkToken(ctx, id);
}

const purposeOf = (kind: QuestionKind) => `passkey-${kind}`;

/** Uses a question up. Undefined if it is unknown, used, expired, of another kind or of another user. */
async function takeChallenge(ctx: Ctx, ticket: string, kind: QuestionKind, userId = "anybody"): Promise<string | undefined> {
  const id = linkIdOf(ctx, ticket);
  const question = id === undefined ? undefined : await takeLink(ctx.db, id, purposeOf(kind), ctx.now());
  return question?.userId === userId ? question.email : undefined;
}

/** The browser's response to the question of a ticket. */
export type Answer<Response> = { readonly ticket: string; readonly response: Response };

/**
 * The passkey whose answer is valid, for the owner or any `visitor`. Uses the question up and records the
 * passkey's use.
 */
export async function readAnswer(
  ctx: Ctx,
  { ticket, response }: Answer<AuthenticationResponseJSON>,
  visitor?: Pick<Visitor, "id">,
): Promise<StoredPasskey | undefined> {
  const party = relyingParty(ctx.publicUrl);
  const expectedChallenge = await takeChallenge(ctx, ticket, visitor ? "proof" : "sign-in", visitor?.id);
  const passkey = await findPasskey(ctx.db, response.id);
  if (!party || expectedChallenge === undefined || !passkey) return undefined;
  if (visitor && passkey.userId !== visitor.id) return undefined;
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== passkey.userId) return undefined;
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as Transports,
    },
  }).catch((error: unknown) => refused(ctx, error));
  if (!checked?.verified) return undefined;
  const { newCounter } = checked.authenticationInfo;
  const isNoted = await ctx.db.transaction().execute((tx) => notePasskeyUse(tx, passkey.id, newCounter, ctx.now()));
  return isNoted ? passkey : undefined;
}

/** A passkey that was just created in a browser. */
export type MadePasskey = Pick<StoredPasskey, "credentialId" | "publicKey" | "counter" | "transports">;

/** The new passkey, or undefined if the answer does not match an open question. */
export async function readNewPasskey(
  ctx: Ctx,
  visitor: Pick<Visitor, "id">,
  { ticket, response }: Answer<RegistrationResponseJSON>,
): Promise<MadePasskey | undefined> {
  const party = relyingParty(ctx.publicUrl);
  const expectedChallenge = await takeChallenge(ctx, ticket, "add", visitor.id);
  if (!party || expectedChallenge === undefined) return undefined;
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch((error: unknown) => refused(ctx, error));
  if (!checked?.verified) return undefined;
  const { id, publicKey, counter, transports } = checked.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: transports ?? [] };
}

/** Logs an invalid answer. */
function refused(ctx: Ctx, error: unknown): undefined {
  ctx.log.info({ err: error }, "a passkey's answer was refused");
  return undefined;
}
