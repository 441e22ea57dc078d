-- Up Migration
-- What the winner of a draw may take instead of the prize, and for how many days after being contacted they may choose it.

ALTER TABLE lotteries
  ADD COLUMN cash_alternative_pence bigint CHECK (cash_alternative_pence > 0),
  ADD COLUMN cash_choice_days integer CHECK (cash_choice_days BETWEEN 1 AND 30),
  ADD CONSTRAINT lotteries_cash_has_days CHECK ((cash_alternative_pence IS NULL) = (cash_choice_days IS NULL));
CREATE TRIGGER lotteries_cash_kept BEFORE UPDATE OF cash_alternative_pence, cash_choice_days ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_facts('cash_alternative_pence', 'cash_choice_days');

-- The choice of the present winner; chosen_by is the member of staff who recorded it. Cash that is paid has a reference.
ALTER TABLE draws
  ADD COLUMN prize_choice text CHECK (prize_choice IN ('prize', 'cash')),
  ADD COLUMN prize_chosen_at timestamptz,
  ADD COLUMN prize_chosen_by uuid REFERENCES users,
  ADD COLUMN prize_cash_reference text CHECK (prize_cash_reference <> '' AND length(prize_cash_reference) <= 100),
  ADD CONSTRAINT draws_choice_has_time CHECK ((prize_choice IS NULL) = (prize_chosen_at IS NULL)),
  ADD CONSTRAINT draws_choice_has_maker CHECK (prize_chosen_by IS NULL OR prize_choice IS NOT NULL),
  ADD CONSTRAINT draws_cash_paid_is_chosen CHECK (
    (prize_cash_reference IS NOT NULL) = (prize_choice IS NOT DISTINCT FROM 'cash' AND prize_delivered_at IS NOT NULL)
  );

-- A payment of cash has no VAT.
ALTER TABLE prize_costs ADD COLUMN is_cash boolean NOT NULL DEFAULT false;
