export const CONFIRM_PAGE = "/confirm-password";

/** Longer forms are not resubmitted. The browser restores them on going back. */
export const MOST_CARRIED_CHARACTERS = 60_000;

export const REAUTH_FIELDS = { password: "proofPassword", passkey: "proofPasskey", sendsAgain: "proofSendsAgain" } as const;

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
  const own: readonly string[] = Object.values(REAUTH_FIELDS);
  return form.has(REAUTH_FIELDS.sendsAgain) ? [...form].filter(([name]) => !own.includes(name)) : undefined;
}

/** Source: OWASP ASVS 5, 7.5.3 (re-authentication before sensitive changes). */
const REAUTH_LIFETIME_MS = 10 * 60_000;

/** @param reauthAt undefined: not in this session */
export function isFreshReauth(reauthAt: Date | undefined, now: Date): boolean {
  // Also limits times in the future: a corrected clock must not prolong the validity.
  return reauthAt !== undefined && Math.abs(now.getTime() - reauthAt.getTime()) < REAUTH_LIFETIME_MS;
}
