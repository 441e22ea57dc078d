-- Up Migration
-- Reads all orders and refunds without blocking sales.

ALTER TABLE orders VALIDATE CONSTRAINT orders_tickets_refunded_within_quantity;
ALTER TABLE refunds VALIDATE CONSTRAINT refunds_reason_check;
ALTER TABLE refunds VALIDATE CONSTRAINT refunds_only_partial_has_tickets;
