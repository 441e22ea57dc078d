-- Up Migration
-- Passkeys: keys that a browser or telephone keeps, and opens after looking at a finger, a face or a PIN.

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As WebAuthn writes it, in base64url.
  credential_id text NOT NULL UNIQUE CHECK (credential_id <> ''),
  public_key bytea NOT NULL,
  -- Of keys that count: a copy gives itself away by counting backwards.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  -- What its owner calls it.
  name text NOT NULL CHECK (name <> '' AND length(name) <= 60),
  added_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);
