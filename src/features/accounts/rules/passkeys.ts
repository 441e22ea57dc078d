/** A browser, a telephone and a key or two; more are nobody's. */
export const MOST_PASSKEYS = 10;
export const PASSKEY_NAME_LONGEST = 60;
/** So long a browser may take to answer, in ms. On the page of signing in the question waits while somebody types. */
export const QUESTION_MS = 15 * 60_000;

/** What a question is for. An answer to one kind is none to another. */
export const QUESTION_KINDS = ["sign-in", "proof", "add"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Date;
  readonly usedAt: Date | undefined;
};

/** As it is kept: on one line, and no longer than fits. Empty where nothing was typed. */
export function passkeyName(typed: string): string {
  return [...typed.replace(/[\s\p{C}]+/gu, " ").trim()].slice(0, PASSKEY_NAME_LONGEST).join("").trim();
}

/** By what name browsers know the shop. Undefined where it is called by a number: browsers keep no passkeys for those. */
export function relyingParty(publicUrl: string): { readonly id: string; readonly origin: string } | undefined {
  const { hostname, origin } = new URL(publicUrl);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return isNumber ? undefined : { id: hostname, origin };
}
