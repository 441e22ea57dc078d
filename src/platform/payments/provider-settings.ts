/** Plain data, so that one process can tell another. */
export type ProviderSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Which of an account's channels takes the money, where it has several. */
  readonly channel?: string | undefined;
  /** The address at which somebody else speaks the provider's wire; the provider's own when absent. */
  readonly baseUrl?: string | undefined;
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number;
};

/** Of Checkout.com: no card is charged with it. Keys of older accounts say it as Stripe's do. */
export function isSandboxKey(secretKey: string): boolean {
  return /^sk_(?:sbox|test)_/.test(secretKey);
}
