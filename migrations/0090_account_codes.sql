-- Up Migration
-- What the operator's accounting software calls the accounts of the journal. Each saving is a version; files are written by the newest.

CREATE TABLE account_charts (
  version integer PRIMARY KEY CHECK (version > 0),
  -- {account: {code, name}}, of all accounts.
  accounts jsonb NOT NULL CHECK (jsonb_typeof(accounts) = 'object' AND pg_column_size(accounts) < 20000),
  -- What Xero calls the tax rate of a line that adds none.
  untaxed text NOT NULL CHECK (untaxed <> '' AND length(untaxed) <= 60),
  set_at timestamptz NOT NULL,
  set_by uuid REFERENCES users
);
