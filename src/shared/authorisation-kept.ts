/** What a bank has authorised can be neither taken nor voided, such as with a key that may do neither. */
export class AuthorisationKept extends Error {
  constructor(provider: string, paymentIntentId: string) {
    super(`${provider} neither captures nor voids ${paymentIntentId}`);
  }
}
