-- Up Migration
-- What a draw needs on its way: the chain that it trusts, the blocks of its list, and who asked for it.

-- The whole description of the beacon, so that a proof can be written for good, whatever beacon the shop uses later.
ALTER TABLE draws ADD COLUMN chain jsonb;

CREATE OR REPLACE FUNCTION draws_keep_commitment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.lottery_id, NEW.algorithm, NEW.chain_hash, NEW.chain, NEW.is_demo, NEW.closed_at, NEW.frozen_at, NEW.entries_sha256, NEW.merkle_root, NEW.n, NEW.prizes, NEW.round, NEW.commitment, NEW.early_reason)
     IS DISTINCT FROM (OLD.lottery_id, OLD.algorithm, OLD.chain_hash, OLD.chain, OLD.is_demo, OLD.closed_at, OLD.frozen_at, OLD.entries_sha256, OLD.merkle_root, OLD.n, OLD.prizes, OLD.round, OLD.commitment, OLD.early_reason)
     OR (OLD.drawn_at IS NOT NULL AND (NEW.beacon_signature, NEW.beacon_randomness, NEW.seed, NEW.drawn_at) IS DISTINCT FROM (OLD.beacon_signature, OLD.beacon_randomness, OLD.seed, OLD.drawn_at))
  THEN
    RAISE EXCEPTION 'a commitment and a result are never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'draws_keep_commitment';
  END IF;
  RETURN NEW;
END $$;

-- The list in blocks of 1024 lines: the root of each is a node of the Merkle tree, so that a line's path costs one block and not a million lines.
CREATE TABLE draw_blocks (
  lottery_id uuid NOT NULL REFERENCES draws ON DELETE RESTRICT,
  block integer NOT NULL CHECK (block >= 0),
  first_ticket_number integer NOT NULL,
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (lottery_id, block)
);
CREATE TRIGGER draw_blocks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_blocks EXECUTE FUNCTION refuse_change();

-- Somebody confirmed that the winner be drawn: from here on the draw goes on by itself, also past a restart.
CREATE TABLE draw_requests (
  lottery_id uuid PRIMARY KEY REFERENCES lotteries ON DELETE RESTRICT,
  asked_at timestamptz NOT NULL,
  -- No foreign key: it outlives the account. Absent where a command or the clock asked.
  by_admin uuid,
  -- Given where the draw is asked for before its time; published with the proof.
  early_reason text CHECK (early_reason <> '')
);
CREATE TRIGGER draw_requests_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_requests EXECUTE FUNCTION refuse_change();

-- What the timer looks for, among all draws that were ever held.
CREATE INDEX lotteries_in_progress_idx ON lotteries (sales_state, closes_at) WHERE status = 'active';
