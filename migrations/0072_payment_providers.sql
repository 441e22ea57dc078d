-- An order is settled, paid back and disputed where its payment page was opened, for life. Those of before were all opened at Stripe.
ALTER TABLE orders ADD COLUMN provider text NOT NULL DEFAULT 'stripe';

CREATE FUNCTION orders_keep_provider() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'an order keeps its payment provider' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_keep_provider';
END $$;
CREATE TRIGGER orders_keep_provider BEFORE UPDATE OF provider ON orders
  FOR EACH ROW WHEN (new.provider IS DISTINCT FROM old.provider) EXECUTE FUNCTION orders_keep_provider();

-- Who told of it, and what it is about in the shop's own words: `type` is the provider's.
ALTER TABLE payment_events ADD COLUMN provider text NOT NULL DEFAULT 'stripe', ADD COLUMN kind text;
UPDATE payment_events SET kind = 'declined' WHERE type = 'payment_intent.payment_failed';
DROP INDEX payment_events_declined_idx;
CREATE INDEX payment_events_declined_idx ON payment_events (created_at) WHERE kind = 'declined';
