export const CONFIRM_PAGE = "/confirm-password";

/** Longer forms are not resubmitted. The browser restores them on going back. */
export const MOST_CARRIED_CHARACTERS = 60_000;

export const PROOF_FIELDS = { password: "proofPassword", passkey: "proofPasskey", sendsAgain: "proofSendsAgain" } as const;

/** `next` is the page to return to; `fields` the form to resubmit, or undefined. */
export type ReauthAsked = {
  readonly reauthAsked: true;
  readonly next: string;
  readonly fields: readonly (readonly [name: string, value: string])[] | undefined;
};

export function isReauthAsked(thrown: unknown): thrown is ReauthAsked {
  return typeof thrown === "object" && thrown !== null && "reauthAsked" in thrown && thrown.reauthAsked === true;
}

export function carriedFields(form: URLSearchParams): ReauthAsked["fields"] {
  const own: readonly string[] = Object.values(PROOF_FIELDS);
  return form.has(PROOF_FIELDS.sendsAgain) ? [...form].filter(([name]) => !own.includes(name)) : undefined;
}

/** Source: OWASP ASVS 5, 7.5.3 (re-authentication before sensitive changes). */
const PROOF_LIFETIME_MS = 10 * 60_000;

/** @param provedAt undefined: not in this session */
export function isFreshProof(provedAt: Date | undefined, now: Date): boolean {
  // Also limits times in the future: a corrected clock must not prolong the validity.
  return provedAt !== undefined && Math.abs(now.getTime() - provedAt.getTime()) < PROOF_LIFETIME_MS;
}
