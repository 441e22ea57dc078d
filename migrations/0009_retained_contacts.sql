-- Up Migration
-- How to reach the holder of live tickets whose account is erased: kept for those draws alone, and emptied when the last of them is over.

CREATE TABLE retained_contacts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE RESTRICT,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  county text,
  kept_at timestamptz NOT NULL DEFAULT now()
);
