-- Up Migration
-- Where new orders are paid (docs/decisions/0056): who takes them, who is in trouble, and what each provider charges.

-- Each saving is a version; the newest counts, and the settings' own while there is none.
CREATE TABLE new_order_splits (
  version integer PRIMARY KEY CHECK (version > 0),
  -- Of each rule the provider, its share, and from how many pence on.
  rules jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array' AND pg_column_size(rules) < 10000),
  -- Who takes no new orders, whatever the rules say.
  stopped text[] NOT NULL,
  saved_at timestamptz NOT NULL,
  saved_by uuid REFERENCES users
);

-- Who could not open a payment page, by the database's own clock: one line for the present time of failing, or the last one.
CREATE TABLE provider_troubles (
  provider text PRIMARY KEY,
  since timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  times integer NOT NULL CHECK (times > 0),
  reason text NOT NULL CHECK (reason IN ('failed', 'refused')),
  -- A page was opened there again.
  over_at timestamptz
);

-- What the operator has agreed with a provider, for each payment; a later line counts from its day on.
CREATE TABLE agreed_fees (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  -- Hundredths of a percent: 140 is 1.4 %.
  rate_points integer NOT NULL CHECK (rate_points BETWEEN 0 AND 2000),
  fixed_pence integer NOT NULL CHECK (fixed_pence BETWEEN 0 AND 1000),
  from_day date NOT NULL,
  set_at timestamptz NOT NULL,
  set_by uuid REFERENCES users
);
CREATE TRIGGER agreed_fees_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreed_fees EXECUTE FUNCTION refuse_change();

-- When each provider last told something of its own accord.
DROP INDEX payment_events_webhook_idx;
CREATE INDEX payment_events_webhook_idx ON payment_events (provider, received_at) WHERE by_webhook;

CREATE INDEX refunds_done_at_idx ON refunds (done_at) WHERE state = 'succeeded';
