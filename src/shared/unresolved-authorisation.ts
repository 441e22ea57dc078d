/**
 * Thrown for a payment that was authorised but can be neither captured nor voided, such as with a key that
 * lacks permission.
 */

/** An authorisation that can be neither captured nor voided, such as with a key without permission. */
export class UnresolvedAuthorisation extends Error {
  constructor(provider: string, paymentIntentId: string) {
    super(`${provider} neither captures nor voids ${paymentIntentId}`);
  }
}
