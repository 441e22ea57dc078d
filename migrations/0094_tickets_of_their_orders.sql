-- Up Migration
-- A ticket is of the draw and the person of its order. One reference will say so; here is what it refers to. By itself, as it takes a second for each million
-- of orders: whoever buys meanwhile waits for this table, and must have nothing that this waits for.

ALTER TABLE orders ADD CONSTRAINT orders_id_lottery_id_user_id_key UNIQUE (id, lottery_id, user_id);

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
