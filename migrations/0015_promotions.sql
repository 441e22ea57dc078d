-- Up Migration
-- Promotion codes: money that comes late for an order whose code has gone into another order since goes back.

ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (
  reason IN ('sold_out', 'closed', 'cancelled', 'wrong_amount', 'credit_limit', 'code_used', 'asked_for', 'at_provider', 'dispute')
);
