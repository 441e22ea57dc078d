-- Up Migration
-- Refunds of some tickets or of an amount, of orders that stay paid (docs/decisions/0116).

-- Tickets that left the draw with a partial refund.
ALTER TABLE orders ADD COLUMN tickets_refunded integer NOT NULL DEFAULT 0;
ALTER TABLE orders ADD CONSTRAINT orders_tickets_refunded_within_quantity CHECK (tickets_refunded BETWEEN 0 AND quantity) NOT VALID;

-- The tickets that left with this refund; none if it was an amount only.
ALTER TABLE refunds ADD COLUMN ticket_numbers integer[] NOT NULL DEFAULT '{}';
-- A failed partial refund whose money a later one sends again.
ALTER TABLE refunds ADD COLUMN is_replaced boolean NOT NULL DEFAULT false;
ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (
  reason IN ('sold_out', 'closed', 'cancelled', 'wrong_amount', 'credit_limit', 'code_used', 'person_limit', 'staff', 'erasure', 'at_provider', 'dispute', 'left_out', 'partial')
) NOT VALID;
ALTER TABLE refunds ADD CONSTRAINT refunds_only_partial_has_tickets CHECK (reason = 'partial' OR (ticket_numbers = '{}' AND NOT is_replaced)) NOT VALID;
