-- Up Migration
-- Who excluded themselves from play stays excluded, also after deleting the account and registering anew with the same address.

-- A keyed hash of the address: it says nothing of whose it was, and cannot be guessed at without the shop's secret. Gone when the exclusion is over.
CREATE TABLE kept_exclusions (
  email_hash bytea PRIMARY KEY CHECK (octet_length(email_hash) = 32),
  until timestamptz NOT NULL
);
