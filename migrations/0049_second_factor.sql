-- Up Migration
-- A second factor: codes of an authenticator app, and ten recovery codes for whoever has lost it.

ALTER TABLE users
  -- The account library opens no session by password alone where it is set.
  ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT users_erased_have_no_factor CHECK (erased_at IS NULL OR NOT two_factor_enabled);

CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- What the app and the shop share, sealed with a key of the shop's.
  secret text NOT NULL CHECK (secret <> ''),
  -- The last half minute whose code was taken: each works once.
  last_step bigint NOT NULL,
  set_up_at timestamptz NOT NULL,
  -- Browsers that were told to remember before this are strangers again.
  trusted_since timestamptz NOT NULL
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Two other administrators together may take away the second factor of somebody who has lost everything.
ALTER TABLE proposals
  DROP CONSTRAINT proposals_kind_check,
  ADD CONSTRAINT proposals_kind_check CHECK (kind IN ('winner_by_hand', 'postal_batch', 'second_factor_reset'));
