/** From any record to its shape on the wire. */
import type { Snapshot } from "../ledger/records.ts";
import { wireCharge } from "./charge.ts";
import { wireSession } from "./checkout-session.ts";
import { wireDispute } from "./dispute.ts";
import { wireIntent } from "./payment-intent.ts";
import { wireRefund } from "./refund.ts";
import { wireWarning } from "./warning.ts";

/** A thing of Stripe's, ready for JSON. */
export type WireObject = Readonly<Record<string, unknown>>;
export type Wire = (snapshot: Snapshot) => WireObject;

/** `publicUrl` is asked at each use: it is only known once the server listens. */
export function createWire(publicUrl: () => string): Wire {
  const pageUrl = (session: string) => `${publicUrl()}/c/pay/${session}`;
  const confirmUrl = (session: string) => `${pageUrl(session)}/confirm`;
  return (snapshot) => {
    switch (snapshot.kind) {
      case "session":
        return { ...wireSession(snapshot.record, pageUrl) };
      case "intent":
        return { ...wireIntent(snapshot.record, confirmUrl) };
      case "charge":
        return { ...wireCharge(snapshot.record) };
      case "refund":
        return { ...wireRefund(snapshot.record) };
      case "warning":
        return { ...wireWarning(snapshot.record) };
      case "dispute":
        return { ...wireDispute(snapshot.record) };
    }
  };
}
