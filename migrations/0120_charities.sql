-- Up Migration
-- The charity that a draw supports, and what it was paid.

ALTER TABLE lotteries ADD COLUMN charity jsonb CHECK (jsonb_typeof(charity) = 'object');
CREATE TRIGGER lotteries_charity_kept BEFORE UPDATE OF charity ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_facts('charity');

-- A payment entered wrongly is taken back by another one with the opposite amount.
CREATE TABLE charity_payments (
  id uuid PRIMARY KEY,
  lottery_id uuid NOT NULL REFERENCES lotteries ON DELETE RESTRICT,
  amount_pence bigint NOT NULL CHECK (amount_pence <> 0),
  paid_on date NOT NULL,
  reference text NOT NULL CHECK (reference <> '' AND length(reference) <= 200),
  entered_at timestamptz NOT NULL,
  entered_by uuid REFERENCES users
);
CREATE INDEX charity_payments_lottery_id_idx ON charity_payments (lottery_id);
CREATE TRIGGER charity_payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON charity_payments EXECUTE FUNCTION refuse_change();
