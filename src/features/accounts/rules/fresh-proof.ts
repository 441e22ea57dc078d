/** How long a password that was just given speaks for whoever acts in its session. */

/** In ms. Source: OWASP ASVS 5, 7.5.3: whoever changes what matters shows anew who they are. */
export const PROOF_LIFETIME_MS = 10 * 60_000;

/** @param provedAt when the session's owner last gave their password; undefined: not in this session */
export function isFreshProof(provedAt: Date | undefined, now: Date): boolean {
  return provedAt !== undefined && now.getTime() - provedAt.getTime() < PROOF_LIFETIME_MS;
}
