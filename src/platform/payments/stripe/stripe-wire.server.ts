/** What all of Stripe's wire has in common. */

/** Of what Stripe sends whole or as its id alone. */
export function idOf(expandable: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof expandable === "string" ? expandable : expandable?.id;
}

/** Its times are whole seconds. */
export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
