-- Up Migration
-- A ticket is of the draw and the person of its order. One reference says so, where three named the order, the draw and the person, each apart and each
-- looked up for each ticket while the draw was locked. It is asked of new tickets from here on, and of those that there are by the next migration: these
-- tables are locked, and nobody buys meanwhile.

ALTER TABLE orders ADD CONSTRAINT orders_id_lottery_id_user_id_key UNIQUE (id, lottery_id, user_id);
ALTER TABLE tickets ADD CONSTRAINT tickets_of_their_order_fkey
  FOREIGN KEY (order_id, lottery_id, user_id) REFERENCES orders (id, lottery_id, user_id) ON DELETE RESTRICT NOT VALID;
ALTER TABLE tickets DROP CONSTRAINT tickets_order_id_fkey, DROP CONSTRAINT tickets_lottery_id_fkey, DROP CONSTRAINT tickets_user_id_fkey;

-- Of an order that becomes paid nothing is gathered where nobody is told.
CREATE OR REPLACE FUNCTION orders_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE ended_at IS NULL) THEN
    RETURN NULL;
  END IF;
  IF NEW.state = 'paid' AND OLD.state IN ('reserved', 'awaiting_payment', 'expired') THEN
    PERFORM tell_webhooks('order.paid', NEW.id, order_for_webhooks(NEW));
  END IF;
  IF NEW.refunded_pence <> OLD.refunded_pence THEN
    PERFORM tell_webhooks('order.refunded', NEW.id, order_for_webhooks(NEW));
  END IF;
  RETURN NULL;
END $$;
