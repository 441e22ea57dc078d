/** What the seller is called on a payer's page. */
import type { SessionRecord } from "../ledger/records.ts";

/** The name in the session's branding, else the host that it returns to. */
export function shopName({ branding, successUrl }: SessionRecord): string {
  return branding.displayName ?? URL.parse(successUrl)?.host ?? "";
}
