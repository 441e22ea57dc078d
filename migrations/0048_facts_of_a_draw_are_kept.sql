-- Up Migration
-- What the form of a draw writes is final from the first order on. A new column of that kind gets a trigger of this function, with its name.

CREATE FUNCTION lotteries_keep_facts() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  fact text;
BEGIN
  FOREACH fact IN ARRAY TG_ARGV LOOP
    IF to_jsonb(NEW) -> fact IS DISTINCT FROM to_jsonb(OLD) -> fact AND EXISTS (SELECT FROM orders WHERE lottery_id = NEW.id) THEN
      RAISE EXCEPTION 'a draw with entries keeps its %', fact USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_promises_kept';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

DROP TRIGGER lotteries_cap_kept ON lotteries;
DROP FUNCTION lotteries_keep_cap();
CREATE TRIGGER lotteries_cap_kept BEFORE UPDATE OF max_tickets_per_person ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_facts('max_tickets_per_person');
