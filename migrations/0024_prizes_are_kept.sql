-- Up Migration
-- From its first order on a prize stays what was advertised: title, description, pictures and value. What improves it is added, in public.

-- One row for each improvement: the value went up, something was noted, a picture came on. Shown on the draw's page, and sealed with its entries.
CREATE TABLE prize_improvements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lottery_id uuid NOT NULL REFERENCES lotteries ON DELETE RESTRICT,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('value', 'note', 'picture')),
  from_pence bigint,
  to_pence bigint,
  note_en text CHECK (note_en <> ''),
  note_fr text CHECK (note_fr <> ''),
  -- Of the picture, without width and format.
  image_url text,
  -- No foreign key: it outlives the account.
  by_admin uuid,
  CONSTRAINT prize_improvements_whole CHECK (
    CASE kind
      WHEN 'value' THEN num_nonnulls(from_pence, to_pence) = 2 AND to_pence > from_pence AND num_nonnulls(note_en, note_fr, image_url) = 0
      WHEN 'note' THEN num_nonnulls(note_en, note_fr) = 2 AND num_nonnulls(from_pence, to_pence, image_url) = 0
      ELSE image_url IS NOT NULL AND num_nonnulls(from_pence, to_pence, note_en, note_fr) = 0
    END
  )
);
CREATE INDEX prize_improvements_lottery_id_idx ON prize_improvements (lottery_id, id);
CREATE TRIGGER prize_improvements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON prize_improvements EXECUTE FUNCTION refuse_change();

-- Nothing is added to a prize whose entries are frozen, nor to one that nobody can win.
CREATE FUNCTION prize_improvements_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM lotteries WHERE id = NEW.lottery_id AND status = 'active' AND sales_state IN ('open', 'closing') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the prize of this draw is final' USING ERRCODE = 'check_violation', CONSTRAINT = 'prize_improvements_in_time';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER prize_improvements_timely BEFORE INSERT ON prize_improvements FOR EACH ROW EXECUTE FUNCTION prize_improvements_in_time();

-- SHA-256 in hex of each file of a picture, by the end of its name ("1200.avif"): from the first order on its bytes are known as well as its address.
-- Absent in rows of before.
ALTER TABLE lottery_images ADD COLUMN file_hashes jsonb;

-- Besides what held before: the prize, its number, and whether cards by post count. Nothing of a drawn draw that was advertised ever changes,
-- since there is no draw without an order.
CREATE OR REPLACE FUNCTION lotteries_keep_promises() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (
    (OLD.status = 'draft' AND NEW.status IN ('active', 'cancelled'))
    OR (OLD.status = 'active' AND NEW.status IN ('completed', 'cancelled'))
  ) THEN
    RAISE EXCEPTION 'a draw cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_status_order';
  END IF;
  IF (NEW.price_per_ticket_pence, NEW.tickets_available, NEW.start_date, NEW.end_date, NEW.quiz, NEW.quiz_right_option, NEW.short_number, NEW.takes_free_entries)
     IS DISTINCT FROM (OLD.price_per_ticket_pence, OLD.tickets_available, OLD.start_date, OLD.end_date, OLD.quiz, OLD.quiz_right_option, OLD.short_number, OLD.takes_free_entries)
     AND EXISTS (SELECT FROM orders WHERE lottery_id = NEW.id) THEN
    RAISE EXCEPTION 'a draw with entries keeps its price, stock, dates and question' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_promises_kept';
  END IF;
  IF (NEW.title, NEW.title_fr, NEW.description, NEW.description_fr) IS DISTINCT FROM (OLD.title, OLD.title_fr, OLD.description, OLD.description_fr)
     AND EXISTS (SELECT FROM orders WHERE lottery_id = NEW.id) THEN
    RAISE EXCEPTION 'a draw with entries keeps its prize' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_prize_kept';
  END IF;
  IF NEW.price_value_pence <> OLD.price_value_pence AND EXISTS (SELECT FROM orders WHERE lottery_id = NEW.id) AND NOT (
    NEW.status = 'active' AND NEW.sales_state IN ('open', 'closing') AND EXISTS (
      SELECT FROM prize_improvements
      WHERE lottery_id = NEW.id AND kind = 'value' AND from_pence = OLD.price_value_pence AND to_pence = NEW.price_value_pence
    )
  ) THEN
    RAISE EXCEPTION 'the value of a prize only goes up, in public' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_prize_kept';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER lotteries_promises ON lotteries;
CREATE TRIGGER lotteries_promises BEFORE UPDATE OF status, price_per_ticket_pence, tickets_available, start_date, end_date, quiz, quiz_right_option,
    short_number, takes_free_entries, title, title_fr, description, description_fr, price_value_pence
  ON lotteries FOR EACH ROW EXECUTE FUNCTION lotteries_keep_promises();

-- A draw with entries keeps its pictures and their order; one more comes last, and is an improvement.
CREATE FUNCTION lottery_images_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lottery uuid := coalesce(OLD.lottery_id, NEW.lottery_id);
BEGIN
  IF EXISTS (SELECT FROM orders WHERE lottery_id IN (lottery, NEW.lottery_id)) AND NOT (
    TG_OP = 'INSERT'
    AND EXISTS (SELECT FROM prize_improvements WHERE lottery_id = lottery AND kind = 'picture' AND image_url = NEW.image_url)
    AND NOT EXISTS (SELECT FROM lottery_images WHERE lottery_id = lottery AND (display_order >= NEW.display_order OR image_url = NEW.image_url))
  ) THEN
    RAISE EXCEPTION 'a draw with entries keeps its pictures' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_prize_kept';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER lottery_images_promised BEFORE INSERT OR UPDATE OR DELETE ON lottery_images FOR EACH ROW EXECUTE FUNCTION lottery_images_kept();
CREATE TRIGGER lottery_images_never_truncated BEFORE TRUNCATE ON lottery_images EXECUTE FUNCTION refuse_change();
