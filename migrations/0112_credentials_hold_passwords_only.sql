-- Up Migration
-- A credential is the hash of a password and nothing else: the columns of other ways to sign in go, which nothing has ever written.
-- A password needs no provider to be named any more.

ALTER TABLE credentials
  DROP COLUMN access_token,
  DROP COLUMN refresh_token,
  DROP COLUMN id_token,
  DROP COLUMN access_token_expires_at,
  DROP COLUMN refresh_token_expires_at,
  DROP COLUMN scope,
  ALTER COLUMN provider_id SET DEFAULT 'credential';
