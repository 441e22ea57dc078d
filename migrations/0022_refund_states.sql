-- Up Migration
-- Refunds as the provider keeps them: several of one order, each on its way, arrived, failed or cancelled. An order is refunded once all of it has arrived.

ALTER TABLE refunds DROP CONSTRAINT refunds_pkey;
ALTER TABLE refunds ADD COLUMN id uuid PRIMARY KEY DEFAULT gen_random_uuid();

ALTER TABLE refunds DROP CONSTRAINT refunds_state_check;
ALTER TABLE refunds DROP CONSTRAINT refunds_done_has_time;
UPDATE refunds SET state = CASE state WHEN 'done' THEN 'succeeded' ELSE 'due' END;
ALTER TABLE refunds ADD CONSTRAINT refunds_state_check CHECK (
  state IN ('due', 'pending', 'requires_action', 'succeeded', 'failed', 'cancelled')
);
-- When the provider took it over, and when it failed or was cancelled. `done_at` stays with one that fails after it had succeeded.
ALTER TABLE refunds ADD COLUMN sent_at timestamptz;
ALTER TABLE refunds ADD COLUMN failed_at timestamptz;
ALTER TABLE refunds ADD COLUMN failure_reason text;
UPDATE refunds SET sent_at = done_at WHERE state = 'succeeded';
ALTER TABLE refunds ADD CONSTRAINT refunds_state_has_time CHECK (
  (state <> 'succeeded' OR done_at IS NOT NULL) AND (state IN ('failed', 'cancelled')) = (failed_at IS NOT NULL)
);

-- Nobody is said to have asked who has not: staff gave the money back, or the account was deleted.
ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
UPDATE refunds SET reason = CASE
    WHEN EXISTS (SELECT FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = order_id AND u.erased_at <= refunds.created_at + interval '1 minute')
    THEN 'erasure' ELSE 'staff' END
  WHERE reason = 'asked_for';
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (
  reason IN ('sold_out', 'closed', 'cancelled', 'wrong_amount', 'credit_limit', 'code_used', 'staff', 'erasure', 'at_provider', 'dispute')
);
-- Where the shop found that all had gone back before, it was the provider's own pages that sent it.
UPDATE refunds SET reason = 'at_provider' WHERE state = 'succeeded' AND by_shop AND provider_refund_id IS NULL;

-- Two clicks, or a click and a timer, owe the money once.
CREATE UNIQUE INDEX refunds_one_due_idx ON refunds (order_id) WHERE state = 'due';
CREATE INDEX refunds_order_id_idx ON refunds (order_id, created_at);
CREATE INDEX refunds_on_the_way_idx ON refunds (state) WHERE state IN ('pending', 'requires_action');

-- `refunded_pence` has arrived; this is on its way.
ALTER TABLE orders ADD COLUMN returning_pence bigint NOT NULL DEFAULT 0 CHECK (returning_pence >= 0);
ALTER TABLE orders DROP CONSTRAINT orders_refund_within_capture;
ALTER TABLE orders ADD CONSTRAINT orders_refund_within_capture CHECK (refunded_pence + returning_pence <= captured_pence);
