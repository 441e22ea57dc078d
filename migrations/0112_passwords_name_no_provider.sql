-- Up Migration
-- A credential is the hash of a password and nothing else, so new rows name no provider.

ALTER TABLE credentials ALTER COLUMN provider_id SET DEFAULT 'credential';
