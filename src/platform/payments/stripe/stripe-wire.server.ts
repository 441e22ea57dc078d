/** Conversions between Stripe's values and the shop's. */

/** The id of an object that Stripe returns whole or as its id. */
export function idOf(expandable: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof expandable === "string" ? expandable : expandable?.id;
}

/** Seconds since 1970, rounded down. */
export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
