-- Up Migration
-- Money that came too late for what one person may buy of a draw goes back with its true reason.
ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (
  reason IN ('sold_out', 'closed', 'cancelled', 'wrong_amount', 'credit_limit', 'code_used', 'person_limit', 'staff', 'erasure', 'at_provider', 'dispute', 'left_out')
);

-- The provider repeats a refusal for a day to whoever asks in the same words: after one the next try bears another name.
ALTER TABLE refunds ADD COLUMN refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0);
