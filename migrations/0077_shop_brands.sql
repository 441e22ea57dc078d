-- Up Migration
-- The shop's name, colours, addresses and trader as its owner has chosen them. Each saving is a version; the newest is shown.

CREATE TABLE shop_brands (
  version integer PRIMARY KEY CHECK (version > 0),
  choice jsonb NOT NULL CHECK (jsonb_typeof(choice) = 'object' AND pg_column_size(choice) < 2000000),
  saved_at timestamptz NOT NULL,
  saved_by uuid REFERENCES users
);
