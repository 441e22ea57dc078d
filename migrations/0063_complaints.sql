-- Up Migration
-- A message that complains: its number, until when it has to be confirmed and answered, and what came of it. It goes with the message.

CREATE FUNCTION new_complaint_number() RETURNS text LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  made text;
BEGIN
  LOOP
    made := new_order_number();
    EXIT WHEN NOT EXISTS (SELECT FROM complaints WHERE number = made);
  END LOOP;
  RETURN made;
END $$;

CREATE TABLE complaints (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  number text NOT NULL UNIQUE DEFAULT new_complaint_number()
    CHECK (number ~ '^[CFGHJKMNPQRTVWXY][CFGHJKMNPQRTVWXY34679]{3}-[CFGHJKMNPQRTVWXY34679]{4}$'),
  message_id uuid NOT NULL UNIQUE REFERENCES contact_messages ON DELETE CASCADE,
  made_at timestamptz NOT NULL,
  acknowledge_by timestamptz NOT NULL,
  answer_by timestamptz NOT NULL,
  acknowledged_at timestamptz,
  answered_at timestamptz,
  outcome text CHECK (outcome IN ('upheld', 'partly_upheld', 'not_upheld', 'withdrawn')),
  answer text CHECK (answer <> '' AND length(answer) <= 5000),
  CONSTRAINT complaints_answer_is_whole CHECK ((answered_at IS NULL) = (outcome IS NULL) AND (answer IS NULL OR answered_at IS NOT NULL)),
  CONSTRAINT complaints_answer_confirms CHECK (answered_at IS NULL OR acknowledged_at IS NOT NULL),
  CONSTRAINT complaints_answer_says_why CHECK (outcome IS NULL OR outcome = 'withdrawn' OR answer IS NOT NULL)
);
CREATE INDEX complaints_open_idx ON complaints (answer_by) WHERE answered_at IS NULL;
CREATE INDEX complaints_made_at_idx ON complaints (made_at DESC);
