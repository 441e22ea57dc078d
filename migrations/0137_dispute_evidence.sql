-- Up Migration
-- What staff add to the evidence of a dispute, and what was sent to the bank.

-- The shop's statement for the bank.
CREATE TABLE dispute_notes (
  dispute_id uuid PRIMARY KEY REFERENCES disputes ON DELETE CASCADE,
  note text NOT NULL CHECK (length(note) BETWEEN 1 AND 3000),
  saved_at timestamptz NOT NULL,
  saved_by uuid REFERENCES users
);

CREATE TABLE dispute_files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  dispute_id uuid NOT NULL REFERENCES disputes ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('delivery', 'communication', 'receipt')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 4194304),
  bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(content)) STORED,
  added_at timestamptz NOT NULL,
  added_by uuid REFERENCES users
);
CREATE INDEX dispute_files_dispute_id_idx ON dispute_files (dispute_id, added_at);
-- Providers take one file of each kind; pictures become pages of the shop's own document.
CREATE UNIQUE INDEX dispute_files_one_pdf ON dispute_files (dispute_id, kind) WHERE type = 'application/pdf';

-- An inquiry that becomes a dispute needs evidence again.
CREATE TABLE dispute_submissions (
  dispute_id uuid NOT NULL REFERENCES disputes ON DELETE CASCADE,
  stage text NOT NULL CHECK (stage IN ('inquiry', 'dispute')),
  state text NOT NULL CHECK (state IN ('sending', 'refused', 'sent')),
  is_by_hand boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  -- One process sends until then.
  claimed_until timestamptz,
  -- The document as it is sent, and the provider's ids of uploaded files by their SHA-256.
  document bytea,
  uploads jsonb NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL,
  sent_by uuid REFERENCES users,
  sent_at timestamptz,
  reply jsonb,
  failure text,
  PRIMARY KEY (dispute_id, stage),
  CONSTRAINT dispute_submissions_sent_has_time CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
