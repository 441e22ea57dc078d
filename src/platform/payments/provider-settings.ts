/** Keys and address of a provider. Plain data, so that it can be sent to another process. */
export type ProviderSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The processing channel, for accounts with several. */
  readonly channel?: string | undefined;
  /** Another server with the provider's API, such as a simulator. */
  readonly baseUrl?: string | undefined;
  /** Timeout of one call, in milliseconds. */
  readonly timeoutMs?: number;
};

/** Whether a key belongs to Checkout.com's sandbox; also in the format of older accounts. */
export function isSandboxKey(secretKey: string): boolean {
  return /^sk_(?:sbox|test)_/.test(secretKey);
}
