/** An early fraud warning as Stripe's wire shows it. */
import type Stripe from "stripe";
import type { WarningRecord } from "../ledger/records.ts";

export function wireWarning(warning: WarningRecord): Stripe.Radar.EarlyFraudWarning {
  return {
    id: warning.id,
    object: "radar.early_fraud_warning",
    actionable: warning.actionable,
    charge: warning.charge,
    created: warning.created,
    fraud_type: warning.fraudType,
    livemode: false,
    payment_intent: warning.intent,
  };
}
