/** What the seller is called on a payer's page. */
import type { Bill } from "./bill.ts";

/** The name in the branding, else the host that it returns to. */
export function shopName({ branding, successUrl }: Bill): string {
  return branding.displayName ?? URL.parse(successUrl)?.host ?? "";
}
