-- Up Migration
-- What the shop's own role may still write says nothing about the past. Which rights it has: src/platform/postgres/rights.ts.

-- A ticket was in a draw when it was not void at the instant of the freeze: an earlier time, written later, would change the list that was committed to.
CREATE FUNCTION tickets_void_from_now() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM old_rows o JOIN new_rows n USING (lottery_id, ticket_number) JOIN draws d USING (lottery_id)
    WHERE n.void_at IS DISTINCT FROM o.void_at AND n.void_at <= d.frozen_at
  ) THEN
    RAISE EXCEPTION 'the entries of this draw are frozen' USING ERRCODE = 'check_violation', CONSTRAINT = 'tickets_void_from_now';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_no_earlier_void AFTER UPDATE ON tickets
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tickets_void_from_now();
