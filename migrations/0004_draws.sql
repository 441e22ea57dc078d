-- Up Migration
-- Draws: the commitment, the beacon round and the result of each lottery (docs/draw-protocol.md).

-- One row for each lottery whose entries are frozen. What was committed never changes; the beacon's part arrives later.
CREATE TABLE draws (
  lottery_id uuid PRIMARY KEY REFERENCES lotteries ON DELETE RESTRICT,
  algorithm text NOT NULL DEFAULT 'pdraw/1',
  chain_hash text NOT NULL,
  is_demo boolean NOT NULL,
  -- Unix second of the freeze, as committed.
  closed_at bigint NOT NULL,
  -- A ticket was in when it was not void at this instant.
  frozen_at timestamptz NOT NULL,
  entries_sha256 text NOT NULL CHECK (entries_sha256 ~ '^[0-9a-f]{64}$'),
  merkle_root text NOT NULL CHECK (merkle_root ~ '^[0-9a-f]{64}$'),
  n integer NOT NULL CHECK (n >= 1),
  prizes integer NOT NULL CHECK (prizes = least(4, n)),
  round bigint NOT NULL CHECK (round >= 1),
  commitment text NOT NULL UNIQUE CHECK (commitment ~ '^[0-9a-f]{64}$'),
  early_reason text,
  beacon_signature text,
  beacon_randomness text CHECK (beacon_randomness ~ '^[0-9a-f]{64}$'),
  seed text CHECK (seed ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz,
  prize_contacted_at timestamptz,
  prize_confirmed_at timestamptz,
  prize_delivered_at timestamptz,
  CONSTRAINT draws_result_is_whole CHECK (
    (drawn_at IS NULL) = (seed IS NULL) AND (drawn_at IS NULL) = (beacon_signature IS NULL) AND (drawn_at IS NULL) = (beacon_randomness IS NULL)
  )
);

CREATE FUNCTION draws_keep_commitment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.lottery_id, NEW.algorithm, NEW.chain_hash, NEW.is_demo, NEW.closed_at, NEW.frozen_at, NEW.entries_sha256, NEW.merkle_root, NEW.n, NEW.prizes, NEW.round, NEW.commitment, NEW.early_reason)
     IS DISTINCT FROM (OLD.lottery_id, OLD.algorithm, OLD.chain_hash, OLD.is_demo, OLD.closed_at, OLD.frozen_at, OLD.entries_sha256, OLD.merkle_root, OLD.n, OLD.prizes, OLD.round, OLD.commitment, OLD.early_reason)
     OR (OLD.drawn_at IS NOT NULL AND (NEW.beacon_signature, NEW.beacon_randomness, NEW.seed, NEW.drawn_at) IS DISTINCT FROM (OLD.beacon_signature, OLD.beacon_randomness, OLD.seed, OLD.drawn_at))
  THEN
    RAISE EXCEPTION 'a commitment and a result are never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'draws_keep_commitment';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER draws_commitment_kept BEFORE UPDATE ON draws FOR EACH ROW EXECUTE FUNCTION draws_keep_commitment();
CREATE TRIGGER draws_never_deleted BEFORE DELETE OR TRUNCATE ON draws EXECUTE FUNCTION refuse_change();

-- The public log of commitments: numbers without gaps, rows without change.
CREATE TABLE draw_log (
  sequence integer PRIMARY KEY CHECK (sequence >= 1),
  lottery_id uuid NOT NULL UNIQUE REFERENCES draws ON DELETE RESTRICT,
  commitment text NOT NULL,
  at timestamptz NOT NULL
);
CREATE FUNCTION draw_log_has_no_gaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One writer at a time, so that two freezes cannot take the same number. A lock on the table would meet the one that each insert already holds.
  PERFORM pg_advisory_xact_lock(hashtext('draw_log'));
  NEW.sequence := (SELECT coalesce(max(sequence), 0) + 1 FROM draw_log);
  RETURN NEW;
END $$;
CREATE TRIGGER draw_log_numbered BEFORE INSERT ON draw_log FOR EACH ROW EXECUTE FUNCTION draw_log_has_no_gaps();
CREATE TRIGGER draw_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_log EXECUTE FUNCTION refuse_change();

-- Pick 0 wins, picks 1 to 3 are reserves.
CREATE TABLE draw_picks (
  lottery_id uuid NOT NULL REFERENCES draws ON DELETE RESTRICT,
  pick integer NOT NULL CHECK (pick BETWEEN 0 AND 3),
  ticket_number integer NOT NULL,
  PRIMARY KEY (lottery_id, pick),
  UNIQUE (lottery_id, ticket_number),
  FOREIGN KEY (lottery_id, ticket_number) REFERENCES tickets ON DELETE RESTRICT
);
CREATE TRIGGER draw_picks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_picks EXECUTE FUNCTION refuse_change();

-- A winner replaced by a reserve or by hand, published with its reason.
CREATE TABLE winner_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lottery_id uuid NOT NULL REFERENCES draws ON DELETE RESTRICT,
  ticket_number integer NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  by_admin uuid,
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (lottery_id, ticket_number) REFERENCES tickets ON DELETE RESTRICT
);
CREATE TRIGGER winner_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON winner_changes EXECUTE FUNCTION refuse_change();
