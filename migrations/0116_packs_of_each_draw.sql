-- Up Migration
-- A draw has its own packs, in rising order; until now every draw had the three of the default.

ALTER TABLE lotteries ADD COLUMN packs jsonb NOT NULL
  DEFAULT '[{"quantity": 15, "percent": 10}, {"quantity": 25, "percent": 15}, {"quantity": 50, "percent": 25}]';

-- A trigger, because each purchase changes the draw's row and would check a constraint again.
CREATE FUNCTION lotteries_check_packs() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF jsonb_typeof(NEW.packs) <> 'array' OR jsonb_array_length(NEW.packs) > 5 OR EXISTS (
    SELECT FROM (
      SELECT (pack ->> 'quantity')::int AS quantity, (pack ->> 'percent')::int AS percent,
        lag((pack ->> 'quantity')::int, 1, 1) OVER (ORDER BY place) AS fewer, lag((pack ->> 'percent')::int, 1, 0) OVER (ORDER BY place) AS less
      FROM jsonb_array_elements(NEW.packs) WITH ORDINALITY AS p(pack, place)
    ) AS packs
    WHERE NOT coalesce(quantity > fewer AND percent > less AND percent <= 50, false)
  ) THEN
    RAISE EXCEPTION 'packs rise in quantity and percent, to 50 %% at most' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_packs_rise';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lotteries_packs_checked BEFORE INSERT OR UPDATE OF packs ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_check_packs();
CREATE TRIGGER lotteries_packs_kept BEFORE UPDATE OF packs ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_facts('packs');

ALTER TABLE orders DROP CONSTRAINT orders_pack_check,
  ADD CONSTRAINT orders_pack_check CHECK (pack IN ('bronze', 'silver', 'gold', 'platinum', 'diamond')) NOT VALID;
