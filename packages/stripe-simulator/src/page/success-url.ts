/** Where a payer goes once a session is paid. */
import type { SessionRecord } from "../ledger/records.ts";

/** The session's `success_url` with `{CHECKOUT_SESSION_ID}` filled in. */
export function successUrl(session: SessionRecord): string {
  return session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id).replaceAll("%7BCHECKOUT_SESSION_ID%7D", session.id);
}
