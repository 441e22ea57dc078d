-- Up Migration
-- The second and further prizes of a draw, in order. The draw's own title and value are the first prize. docs/decisions/0110.

ALTER TABLE lotteries
  ADD COLUMN further_prizes jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN one_prize_a_person boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT lotteries_further_prizes_are_a_list
    CHECK (CASE jsonb_typeof(further_prizes) WHEN 'array' THEN jsonb_array_length(further_prizes) <= 9 ELSE false END) NOT VALID;

CREATE TRIGGER lotteries_further_prizes_kept BEFORE UPDATE OF further_prizes, one_prize_a_person ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_facts('further_prizes', 'one_prize_a_person');
