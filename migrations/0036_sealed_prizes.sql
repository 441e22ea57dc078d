-- Up Migration
-- What a commitment covers and who has seen it: the prize as it was advertised, and time-stamps by outside authorities.

-- The document as it is published, byte for byte, and its hash, which is committed to. Absent in draws of pdraw/1.
ALTER TABLE draws ADD COLUMN prize_document text, ADD COLUMN prize_sha256 text,
  ADD CONSTRAINT draws_prize_is_sealed CHECK (
    CASE algorithm
      WHEN 'pdraw/1' THEN num_nonnulls(prize_document, prize_sha256) = 0
      ELSE num_nonnulls(prize_document, prize_sha256) = 2 AND prize_sha256 = encode(sha256(convert_to(prize_document, 'UTF8')), 'hex')
    END
  );

CREATE OR REPLACE FUNCTION draws_keep_commitment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.lottery_id, NEW.algorithm, NEW.chain_hash, NEW.chain, NEW.is_demo, NEW.closed_at, NEW.frozen_at, NEW.entries_sha256, NEW.merkle_root, NEW.n, NEW.prizes, NEW.round, NEW.commitment, NEW.early_reason, NEW.prize_document, NEW.prize_sha256)
     IS DISTINCT FROM (OLD.lottery_id, OLD.algorithm, OLD.chain_hash, OLD.chain, OLD.is_demo, OLD.closed_at, OLD.frozen_at, OLD.entries_sha256, OLD.merkle_root, OLD.n, OLD.prizes, OLD.round, OLD.commitment, OLD.early_reason, OLD.prize_document, OLD.prize_sha256)
     OR (OLD.drawn_at IS NOT NULL AND (NEW.beacon_signature, NEW.beacon_randomness, NEW.seed, NEW.drawn_at) IS DISTINCT FROM (OLD.beacon_signature, OLD.beacon_randomness, OLD.seed, OLD.drawn_at))
  THEN
    RAISE EXCEPTION 'a commitment and a result are never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'draws_keep_commitment';
  END IF;
  RETURN NEW;
END $$;

-- Tokens (RFC 3161) over the commitment, one of each authority at most: fetched after the freeze, published with the proof.
CREATE TABLE draw_timestamps (
  lottery_id uuid NOT NULL REFERENCES draws ON DELETE RESTRICT,
  -- The address that was asked, and the name in its certificate.
  url text NOT NULL,
  authority text NOT NULL,
  -- What the authority's clock said.
  stamped_at timestamptz NOT NULL,
  token bytea NOT NULL,
  PRIMARY KEY (lottery_id, url)
);
CREATE TRIGGER draw_timestamps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_timestamps EXECUTE FUNCTION refuse_change();

-- With the result the proof is whole: nothing comes to it any more.
CREATE FUNCTION draw_timestamps_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM draws WHERE lottery_id = NEW.lottery_id AND drawn_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the winner of this draw is drawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'draw_timestamps_in_time';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER draw_timestamps_timely BEFORE INSERT ON draw_timestamps FOR EACH ROW EXECUTE FUNCTION draw_timestamps_in_time();
