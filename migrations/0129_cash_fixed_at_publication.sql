-- Up Migration
-- The cash alternative is final once a draw is published, and payments to charities are booked.

CREATE FUNCTION lotteries_keep_published() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  fact text;
BEGIN
  FOREACH fact IN ARRAY TG_ARGV LOOP
    IF OLD.status <> 'draft' AND to_jsonb(NEW) -> fact IS DISTINCT FROM to_jsonb(OLD) -> fact THEN
      RAISE EXCEPTION 'a published draw keeps its %', fact USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_promises_kept';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

DROP TRIGGER lotteries_cash_kept ON lotteries;
CREATE TRIGGER lotteries_cash_kept BEFORE UPDATE OF cash_alternative_pence, cash_choice_days ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_published('cash_alternative_pence', 'cash_choice_days');

ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_kind_check,
  ADD CONSTRAINT journal_entries_kind_check CHECK (kind IN (
    'sale', 'money_back', 'refund', 'refund_returned', 'dispute', 'dispute_changed', 'prize_cost', 'charity',
    'charge', 'provider_refund', 'provider_dispute', 'provider_fee', 'payout', 'provider_other'
  )) NOT VALID;
ALTER TABLE journal_lines DROP CONSTRAINT journal_lines_account_check,
  ADD CONSTRAINT journal_lines_account_check CHECK (account IN (
    'sales', 'discounts', 'refunds', 'chargebacks', 'dispute_fees', 'provider_fees', 'prize_costs', 'charity', 'vat',
    'clearing', 'held', 'provider', 'bank', 'owed_to_buyers', 'owed_for_prizes', 'owed_to_charities', 'elsewhere'
  )) NOT VALID;
