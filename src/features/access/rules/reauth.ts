/** Re-authentication: staff type their password, or use a passkey, again before sensitive actions. */
export const CONFIRM_PAGE = "/confirm-password";

/** Longer forms are not resubmitted. The browser restores them on going back. */
export const MOST_CARRIED_CHARACTERS = 60_000;

/** Names of the form fields of a re-authentication. `sendsAgain`: the interrupted form is carried along. */
export const REAUTH_FIELDS = { password: "proofPassword", passkey: "proofPasskey", sendsAgain: "proofSendsAgain" } as const;

/** Thrown as the body of a 403. `next`: the page to return to. `fields`: the form to resubmit, if any. */
export type ReauthRequired = {
  readonly reauthRequired: true;
  readonly next: string;
  readonly fields: readonly (readonly [name: string, value: string])[] | undefined;
};

/** Whether a thrown value is the 403 that asks for re-authentication. */
export function isReauthRequired(thrown: unknown): thrown is ReauthRequired {
  return typeof thrown === "object" && thrown !== null && "reauthRequired" in thrown && thrown.reauthRequired === true;
}

/**
 * The fields of the interrupted form, without those of the re-authentication. Undefined if none is carried.
 */
export function carriedFields(form: URLSearchParams): ReauthRequired["fields"] {
  const own: readonly string[] = Object.values(REAUTH_FIELDS);
  return form.has(REAUTH_FIELDS.sendsAgain) ? [...form].filter(([name]) => !own.includes(name)) : undefined;
}

/** Source: OWASP ASVS 5, 7.5.3 (re-authentication before sensitive changes). */
const REAUTH_LIFETIME_MS = 10 * 60_000;

/** Whether the re-authentication is at most ten minutes old. `reauthAt` undefined: none in this session. */
export function isFreshReauth(reauthAt: Date | undefined, now: Date): boolean {
  // Also limits times in the future: a corrected clock must not prolong the validity.
  return reauthAt !== undefined && Math.abs(now.getTime() - reauthAt.getTime()) < REAUTH_LIFETIME_MS;
}
