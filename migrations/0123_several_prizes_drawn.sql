-- Up Migration
-- Draws of several prizes (pdraw/3): pick k is for prize k mod P + 1, and each prize has its winner, changes and handover. docs/decisions/0110.

-- The committed rules. Empty before pdraw/3, where a draw has one prize; `prizes` is the number of picks.
ALTER TABLE draws
  ADD COLUMN prize_count integer CHECK (prize_count BETWEEN 1 AND 10),
  ADD COLUMN one_prize_a_person boolean,
  ADD CONSTRAINT draws_have_prize_rules CHECK (num_nonnulls(prize_count, one_prize_a_person) = CASE WHEN algorithm IN ('pdraw/1', 'pdraw/2') THEN 0 ELSE 2 END),
  DROP CONSTRAINT draws_check,
  ADD CONSTRAINT draws_picks_of_prizes CHECK (prizes = least(4 * coalesce(prize_count, 1), n));

CREATE OR REPLACE FUNCTION draws_keep_commitment() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (NEW.lottery_id, NEW.algorithm, NEW.chain_hash, NEW.chain, NEW.is_demo, NEW.closed_at, NEW.frozen_at, NEW.entries_sha256, NEW.merkle_root, NEW.n, NEW.prizes, NEW.round, NEW.commitment, NEW.early_reason, NEW.prize_document, NEW.prize_sha256, NEW.prize_count, NEW.one_prize_a_person)
     IS DISTINCT FROM (OLD.lottery_id, OLD.algorithm, OLD.chain_hash, OLD.chain, OLD.is_demo, OLD.closed_at, OLD.frozen_at, OLD.entries_sha256, OLD.merkle_root, OLD.n, OLD.prizes, OLD.round, OLD.commitment, OLD.early_reason, OLD.prize_document, OLD.prize_sha256, OLD.prize_count, OLD.one_prize_a_person)
     OR (OLD.drawn_at IS NOT NULL AND (NEW.beacon_signature, NEW.beacon_randomness, NEW.seed, NEW.drawn_at) IS DISTINCT FROM (OLD.beacon_signature, OLD.beacon_randomness, OLD.seed, OLD.drawn_at))
  THEN
    RAISE EXCEPTION 'a commitment and a result are never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'draws_keep_commitment';
  END IF;
  RETURN NEW;
END $$;

-- Passed over: its owner had already won another prize of the draw.
ALTER TABLE draw_picks
  ADD COLUMN passed_over boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT draw_picks_pick_check,
  ADD CONSTRAINT draw_picks_pick_check CHECK (pick BETWEEN 0 AND 39);

ALTER TABLE winner_changes ADD COLUMN place integer NOT NULL DEFAULT 1 CHECK (place BETWEEN 1 AND 10);

ALTER TABLE winner_records
  ADD COLUMN place integer NOT NULL DEFAULT 1 CHECK (place BETWEEN 1 AND 10),
  DROP CONSTRAINT winner_records_pkey,
  ADD PRIMARY KEY (lottery_id, place);

-- The handover of a further prize, from its draw on. That of the first prize stands in `draws`.
CREATE TABLE prize_handovers (
  lottery_id uuid NOT NULL REFERENCES draws ON DELETE RESTRICT,
  place integer NOT NULL CHECK (place BETWEEN 2 AND 10),
  prize_contacted_at timestamptz,
  prize_confirmed_at timestamptz,
  prize_checked_at timestamptz,
  prize_check_document text CHECK (prize_check_document IN ('passport', 'driving_licence', 'identity_card')),
  prize_checked_by uuid REFERENCES users,
  prize_delivered_at timestamptz,
  PRIMARY KEY (lottery_id, place),
  CONSTRAINT prize_handovers_check_names_document CHECK ((prize_checked_at IS NULL) = (prize_check_document IS NULL)),
  CONSTRAINT prize_handovers_check_has_time CHECK (prize_checked_by IS NULL OR prize_checked_at IS NOT NULL)
);

-- The ticket that wins each prize now: the latest replacement, else the first pick that was not passed over.
CREATE FUNCTION winning_tickets(lottery uuid) RETURNS TABLE (place integer, ticket_number integer)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT ON (won.place) won.place, won.ticket_number FROM (
    SELECT c.place, c.ticket_number, c.id AS recency FROM winner_changes c WHERE c.lottery_id = lottery
    UNION ALL
    SELECT p.pick % coalesce(d.prize_count, 1) + 1, p.ticket_number, -p.pick FROM draw_picks p JOIN draws d USING (lottery_id)
    WHERE p.lottery_id = lottery AND NOT p.passed_over
  ) AS won ORDER BY won.place, won.recency DESC
$$;

-- Whether a ticket wins a prize now, or is a reserve that has not had its turn.
CREATE OR REPLACE FUNCTION ticket_stands(lottery uuid, number integer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM winning_tickets(lottery) w WHERE w.ticket_number = number)
    OR EXISTS (SELECT FROM draw_picks p JOIN draws d USING (lottery_id) WHERE p.lottery_id = lottery AND p.ticket_number = number AND NOT p.passed_over
      AND EXISTS (SELECT FROM draw_picks before WHERE before.lottery_id = lottery AND NOT before.passed_over AND before.pick < p.pick
        AND (p.pick - before.pick) % coalesce(d.prize_count, 1) = 0)
      AND NOT EXISTS (SELECT FROM winner_changes c WHERE c.lottery_id = lottery AND c.ticket_number = number))
$$;

CREATE OR REPLACE FUNCTION winner_changes_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM tell_webhooks('winner.changed', l.id, draw_for_webhooks(l) || jsonb_build_object('ticket_number', t.ticket_number, 'user_id', t.user_id,
    'prize', NEW.place, 'reason', NEW.reason_code)) FROM lotteries l JOIN tickets t ON t.lottery_id = l.id AND t.ticket_number = NEW.ticket_number WHERE l.id = NEW.lottery_id;
  RETURN NULL;
END $$;

-- Whether the prize of a pick is not handed over yet.
CREATE FUNCTION prize_is_open(lottery uuid, pick integer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE pick % coalesce(d.prize_count, 1) WHEN 0 THEN d.prize_delivered_at IS NULL
    ELSE EXISTS (SELECT FROM prize_handovers h WHERE h.lottery_id = lottery AND h.place = pick % d.prize_count + 1 AND h.prize_delivered_at IS NULL) END
  FROM draws d WHERE d.lottery_id = lottery
$$;
