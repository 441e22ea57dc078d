-- Up Migration
-- When somebody went through the code of practice, clause by clause, and what they found.

CREATE TABLE practice_reviews (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  reviewed_at timestamptz NOT NULL,
  reviewed_by uuid REFERENCES users,
  note text NOT NULL CHECK (note <> '' AND length(note) <= 2000)
);
