export const CONFIRM_PAGE = "/confirm-password";

/** A longer form is not carried along; it is there again when the reader goes back. */
export const MOST_KEPT_CHARACTERS = 60_000;

export const PROOF_FIELDS = { password: "proofPassword", passkey: "proofPasskey", sendsAgain: "proofSendsAgain" } as const;

/** `next` is the page that goes on; `fields` what was sent to it, or undefined where nothing is to be sent again. */
export type ProofAsked = {
  readonly proofAsked: true;
  readonly next: string;
  readonly fields: readonly (readonly [name: string, value: string])[] | undefined;
};

export function isProofAsked(thrown: unknown): thrown is ProofAsked {
  return typeof thrown === "object" && thrown !== null && "proofAsked" in thrown && thrown.proofAsked === true;
}

export function carriedFields(form: URLSearchParams): ProofAsked["fields"] {
  const own: readonly string[] = Object.values(PROOF_FIELDS);
  return form.has(PROOF_FIELDS.sendsAgain) ? [...form].filter(([name]) => !own.includes(name)) : undefined;
}

/** In ms. Source: OWASP ASVS 5, 7.5.3: whoever changes what matters shows anew who they are. */
const PROOF_LIFETIME_MS = 10 * 60_000;

/** @param provedAt when the session's owner last gave their password; undefined: not in this session */
export function isFreshProof(provedAt: Date | undefined, now: Date): boolean {
  // A clock that was ahead, and is set right, must not make a proof last for as long as it was.
  return provedAt !== undefined && Math.abs(now.getTime() - provedAt.getTime()) < PROOF_LIFETIME_MS;
}
