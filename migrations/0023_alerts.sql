-- Up Migration
-- What somebody in the back office has to look at. Nothing in it names a person: it says what happened, and to which order, draw or account.

CREATE TABLE alerts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind <> ''),
  subject_type text NOT NULL CHECK (subject_type IN ('order', 'dispute', 'lottery', 'person', 'campaign', 'shop')),
  subject_id text NOT NULL CHECK (subject_id <> ''),
  -- What its sentence says in figures: sums end in Pence, instants in At.
  facts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(facts) = 'object'),
  -- The same again while it is open is counted, not stacked.
  times integer NOT NULL DEFAULT 1 CHECK (times >= 1),
  raised_at timestamptz NOT NULL,
  last_raised_at timestamptz NOT NULL,
  mailed_at timestamptz,
  -- No foreign keys: it outlives the administrator's account.
  seen_at timestamptz,
  seen_by uuid,
  handled_at timestamptz,
  -- Absent where the cause went away by itself.
  handled_by uuid,
  note text CHECK (note <> ''),
  CONSTRAINT alerts_handled_is_whole CHECK (handled_at IS NOT NULL OR (handled_by IS NULL AND note IS NULL)),
  CONSTRAINT alerts_handled_says_how CHECK ((handled_by IS NULL) = (note IS NULL))
);
CREATE UNIQUE INDEX alerts_open_once_idx ON alerts (kind, subject_type, subject_id) WHERE handled_at IS NULL;
CREATE INDEX alerts_raised_at_idx ON alerts (raised_at DESC);
CREATE INDEX alerts_mailed_at_idx ON alerts (mailed_at DESC NULLS LAST);
