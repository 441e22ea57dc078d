-- Up Migration
-- Test mode (docs/decisions/0067): whether the shop was met with its providers' test keys or with live ones, and which orders came of trying.

-- One row, written by the first start in production. What was tried becomes real once, and never the other way round.
CREATE TABLE shop_modes (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  since timestamptz NOT NULL,
  -- An owner wants the next start with live keys to wipe what was tried.
  asked_at timestamptz,
  asked_by uuid,
  CHECK ((asked_at IS NULL) = (asked_by IS NULL))
);

CREATE FUNCTION shop_modes_one_way() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF old.mode = 'live' THEN
    RAISE EXCEPTION 'a live shop stays live' USING ERRCODE = 'check_violation';
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER shop_modes_one_way BEFORE UPDATE ON shop_modes FOR EACH ROW EXECUTE FUNCTION shop_modes_one_way();

ALTER TABLE orders ADD COLUMN is_test boolean NOT NULL DEFAULT false;

-- A process that has not heard of the switch yet writes no order among the real ones.
CREATE FUNCTION orders_of_their_mode() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM shop_modes WHERE (mode = 'test') <> new.is_test) THEN
    RAISE EXCEPTION 'an order of another mode than the shop''s' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_of_their_mode';
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER orders_of_their_mode BEFORE INSERT OR UPDATE OF is_test ON orders FOR EACH ROW EXECUTE FUNCTION orders_of_their_mode();
