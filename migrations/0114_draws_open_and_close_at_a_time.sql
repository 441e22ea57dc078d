-- Up Migration
-- A draw opens and closes at a date and a time of London. A closing time of 23:59 includes that minute, so it is the midnight that ends the day.

ALTER TABLE lotteries
  ADD COLUMN start_time time(0) NOT NULL DEFAULT '00:00' CHECK (extract(second FROM start_time) = 0 AND start_time < '24:00'),
  ADD COLUMN end_time time(0) NOT NULL DEFAULT '23:59' CHECK (extract(second FROM end_time) = 0 AND end_time < '24:00');

-- PostgreSQL 15 cannot change the expression of a generated column.
ALTER TABLE lotteries DROP COLUMN opens_at, DROP COLUMN closes_at;
ALTER TABLE lotteries
  ADD COLUMN opens_at timestamptz NOT NULL GENERATED ALWAYS AS (timezone('Europe/London', start_date + start_time)) STORED,
  ADD COLUMN closes_at timestamptz NOT NULL GENERATED ALWAYS AS (
    timezone('Europe/London', CASE end_time WHEN '23:59' THEN (end_date + 1)::timestamp ELSE end_date + end_time END)
  ) STORED,
  DROP CONSTRAINT lotteries_dates_in_order,
  ADD CONSTRAINT lotteries_dates_in_order CHECK (closes_at > opens_at);
CREATE INDEX lotteries_in_progress_idx ON lotteries (sales_state, closes_at) WHERE status = 'active';

CREATE TRIGGER lotteries_times_kept BEFORE UPDATE OF start_time, end_time ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_facts('start_time', 'end_time');
