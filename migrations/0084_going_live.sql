-- Up Migration
-- Going live (docs/decisions/0067): who makes the first owner's account, what was looked at before the shop sells, and since when it does.

-- The link that a start prints while nobody administers the shop; the next start's takes its place. What opens it is stored nowhere.
CREATE TABLE owner_links (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);

-- What was found when somebody or a job looked last, one line for each thing.
CREATE TABLE shop_checks (
  id text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('green', 'amber', 'red')),
  says text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}',
  looked_at timestamptz NOT NULL
);

-- One row from the moment on at which the shop sells. It never goes.
CREATE TABLE shop_openings (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  opened_at timestamptz NOT NULL
);
-- Who sells already goes on.
INSERT INTO shop_openings (opened_at)
SELECT min(created_at) FROM orders WHERE kind = 'paid' AND state NOT IN ('reserved', 'awaiting_payment', 'expired')
HAVING count(*) > 0;

-- Came of its own accord, signed; the others were asked for.
ALTER TABLE payment_events ADD COLUMN by_webhook boolean NOT NULL DEFAULT false;
CREATE INDEX payment_events_webhook_idx ON payment_events (received_at) WHERE by_webhook;
