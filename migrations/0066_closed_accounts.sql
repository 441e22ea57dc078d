-- Up Migration
-- Who closed their account for good opens no other with the same address or telephone number.

-- Keyed hashes of addresses and numbers: they say nothing of whose they were, and cannot be guessed at without the shop's secret.
CREATE TABLE closed_accounts (
  identifier_hash bytea PRIMARY KEY CHECK (octet_length(identifier_hash) = 32),
  closed_at timestamptz NOT NULL,
  -- When the reader of the address was last told why no account was opened.
  told_at timestamptz
);
