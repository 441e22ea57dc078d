-- Where a page only promises money: the one payment that the shop has asked to take for this order. Said before it is asked, so that no two are taken.
ALTER TABLE orders ADD COLUMN capturing text;
ALTER TABLE orders ADD CONSTRAINT orders_capture_once CHECK (capturing IS NULL OR payment_intent_id IS NULL OR payment_intent_id = capturing);
CREATE UNIQUE INDEX orders_capturing_key ON orders (capturing) WHERE capturing IS NOT NULL;

-- An order without a page may still be paid elsewhere, where its provider cannot open one; with a page it stays for life.
DROP TRIGGER orders_keep_provider ON orders;
CREATE TRIGGER orders_keep_provider BEFORE UPDATE OF provider ON orders
  FOR EACH ROW WHEN (new.provider IS DISTINCT FROM old.provider AND (old.state <> 'reserved' OR old.payment_session_id IS NOT NULL))
  EXECUTE FUNCTION orders_keep_provider();
