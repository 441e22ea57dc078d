/** Names and limits of passkeys, and of the questions (WebAuthn challenges) that they answer. */

/** Per account: enough for browsers, phones and some security keys. */
export const MOST_PASSKEYS = 10;
/** The longest name of a passkey, in characters. */
export const PASSKEY_NAME_LONGEST = 60;
/** How long a question is valid, in ms. On the sign-in page it waits while the visitor types. */
export const QUESTION_MS = 15 * 60_000;

/** `proof`: re-authentication. `add`: a new passkey. An answer is only valid for a question of its kind. */
export const QUESTION_KINDS = ["sign-in", "proof", "add"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** A passkey as its owner sees it. `usedAt` undefined: never used. */
export type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Date;
  readonly usedAt: Date | undefined;
};

/** A typed name as one line of limited length. Empty if nothing was typed. */
export function passkeyName(typed: string): string {
  return [...typed.replace(/[\s\p{C}]+/gu, " ").trim()].slice(0, PASSKEY_NAME_LONGEST).join("").trim();
}

/** The WebAuthn relying party. Undefined for IP addresses, which browsers do not support. */
export function relyingParty(publicUrl: string): { readonly id: string; readonly origin: string } | undefined {
  const { hostname, origin } = new URL(publicUrl);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return isNumber ? undefined : { id: hostname, origin };
}
