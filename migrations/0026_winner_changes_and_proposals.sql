-- Up Migration
-- Another winner: why, from a list, in both languages. And what one administrator proposes and a second one has to confirm.

ALTER TABLE winner_changes
  -- Empty in rows of before there was a list.
  ADD COLUMN reason_code text CHECK (reason_code IN ('unreachable', 'declined', 'ineligible', 'terms_broken', 'payment_reversed')),
  ADD COLUMN reason_fr text CHECK (reason_fr <> '');

CREATE TABLE proposals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('winner_by_hand', 'postal_batch')),
  -- What it is about, such as a draw.
  subject_id uuid NOT NULL,
  -- What will be done; emptied of what is personal when it is over.
  payload jsonb NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  -- Empty where the command line proposed.
  proposed_by uuid REFERENCES users ON DELETE RESTRICT,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > proposed_at),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'refused', 'withdrawn', 'expired')),
  decided_by uuid REFERENCES users ON DELETE RESTRICT,
  decided_at timestamptz,
  note text,
  CONSTRAINT proposals_are_decided_once CHECK ((state = 'open') = (decided_at IS NULL)),
  -- Two pairs of eyes are two people's.
  CONSTRAINT proposals_need_two CHECK (state NOT IN ('confirmed', 'refused') OR (decided_by IS NOT NULL AND decided_by IS DISTINCT FROM proposed_by)),
  CONSTRAINT proposals_refused_with_reason CHECK (state <> 'refused' OR note <> '')
);
CREATE UNIQUE INDEX proposals_one_open ON proposals (kind, subject_id) WHERE state = 'open';
CREATE INDEX proposals_newest ON proposals (proposed_at DESC);

-- A proposal is decided once, and what was proposed stays what it was.
CREATE FUNCTION proposals_keep_what_was_proposed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open' AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.note) IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.note)
     OR (NEW.id, NEW.kind, NEW.subject_id, NEW.reason, NEW.proposed_by, NEW.proposed_at, NEW.expires_at)
        IS DISTINCT FROM (OLD.id, OLD.kind, OLD.subject_id, OLD.reason, OLD.proposed_by, OLD.proposed_at, OLD.expires_at)
     OR (OLD.state = 'open' AND NEW.state = 'open' AND NEW.payload IS DISTINCT FROM OLD.payload)
  THEN
    RAISE EXCEPTION 'a proposal is decided once and never rewritten' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposals_keep_what_was_proposed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposals_kept BEFORE UPDATE ON proposals FOR EACH ROW EXECUTE FUNCTION proposals_keep_what_was_proposed();
CREATE TRIGGER proposals_never_deleted BEFORE DELETE OR TRUNCATE ON proposals EXECUTE FUNCTION refuse_change();

-- Whether a ticket wins its draw now, or is a reserve that has not had its turn.
CREATE FUNCTION ticket_stands(lottery uuid, number integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT number = coalesce(
      (SELECT c.ticket_number FROM winner_changes c WHERE c.lottery_id = lottery ORDER BY c.id DESC LIMIT 1),
      (SELECT p.ticket_number FROM draw_picks p WHERE p.lottery_id = lottery AND p.pick = 0))
    OR EXISTS (SELECT FROM draw_picks p WHERE p.lottery_id = lottery AND p.ticket_number = number AND p.pick > 0
      AND NOT EXISTS (SELECT FROM winner_changes c WHERE c.lottery_id = lottery AND c.ticket_number = number))
$$;

-- Whoever won, or may still win, is not bought out of it: neither a refund nor anything else takes such a ticket away.
CREATE FUNCTION tickets_that_stand_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ticket_stands(NEW.lottery_id, NEW.ticket_number) THEN
    RAISE EXCEPTION 'the ticket of a winner or a reserve is not voided' USING ERRCODE = 'check_violation', CONSTRAINT = 'tickets_that_stand_stay';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tickets_standing_stay BEFORE UPDATE OF void_at ON tickets FOR EACH ROW
  WHEN (OLD.void_at IS NULL AND NEW.void_at IS NOT NULL) EXECUTE FUNCTION tickets_that_stand_stay();
