-- Up Migration
-- The most tickets that one person may buy of a draw is advertised like its price: an order makes it final. Money that comes too late for it goes back.

CREATE FUNCTION lotteries_keep_cap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.max_tickets_per_person IS DISTINCT FROM OLD.max_tickets_per_person AND EXISTS (SELECT FROM orders WHERE lottery_id = NEW.id) THEN
    RAISE EXCEPTION 'a draw with entries keeps its tickets per person' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_promises_kept';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lotteries_cap_kept BEFORE UPDATE OF max_tickets_per_person ON lotteries FOR EACH ROW EXECUTE FUNCTION lotteries_keep_cap();
