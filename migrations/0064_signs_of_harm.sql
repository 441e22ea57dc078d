-- Up Migration
-- Players whose play shows signs of harm: what was seen of whom, and what staff did about it.

CREATE TABLE care_cases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  outcome text CHECK (outcome IN ('no_concern', 'talked', 'limit', 'rest')),
  CONSTRAINT care_cases_end_is_whole CHECK ((closed_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX care_cases_open_idx ON care_cases (user_id) WHERE closed_at IS NULL;
CREATE INDEX care_cases_user_id_idx ON care_cases (user_id, closed_at);

-- "found" of them, where "against" is what it is measured by: a threshold, or for a rise what was usual; sums in pence.
CREATE TABLE care_signs (
  case_id uuid NOT NULL REFERENCES care_cases ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('limit_reached', 'limit_raises', 'spend_rise', 'many_orders', 'declines')),
  found bigint NOT NULL CHECK (found >= 0),
  against bigint NOT NULL CHECK (against >= 0),
  found_at timestamptz NOT NULL,
  PRIMARY KEY (case_id, kind)
);

CREATE TABLE care_steps (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES care_cases ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('note', 'message', 'end')),
  words text NOT NULL CHECK (length(words) <= 2000),
  taken_by uuid REFERENCES users,
  at timestamptz NOT NULL
);
CREATE INDEX care_steps_case_id_idx ON care_steps (case_id, at);
CREATE INDEX payment_events_declined_idx ON payment_events (created_at) WHERE type = 'payment_intent.payment_failed';
