-- Up Migration
-- A mark of the secret with which self-exclusions, closed accounts and keys of programs are hashed. It changes with no AUTH_SECRET; a shop that
-- started with another one would know none of them again, and say so nowhere.

-- One row, written by the first start in production.
CREATE TABLE shop_secrets (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  -- HMAC-SHA256 of a fixed text: nothing can be learnt from it about a secret that nobody can guess.
  mark bytea NOT NULL CHECK (length(mark) = 32),
  since timestamptz NOT NULL
);
