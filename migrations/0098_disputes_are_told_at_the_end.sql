-- Up Migration
-- What a dispute makes of its order is written behind it: whoever is told of the one is told how the other is at the end of the transaction.

DROP TRIGGER disputes_webhooks ON disputes;
CREATE CONSTRAINT TRIGGER disputes_webhooks AFTER INSERT OR UPDATE OF standing ON disputes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION disputes_tell_webhooks();
