-- Up Migration
-- What the back office counts and lists is read from indexes, whatever the crowd.

-- The newest orders, whoever placed them.
CREATE INDEX orders_created_at_idx ON orders (created_at DESC, id);
-- Sales of the last days.
CREATE INDEX orders_settled_at_idx ON orders (settled_at) INCLUDE (quantity, total_pence) WHERE state IN ('paid', 'free');
-- Valid tickets and those who hold them are counted without a look at the table.
DROP INDEX tickets_user_id_idx;
CREATE INDEX tickets_user_id_idx ON tickets (user_id) INCLUDE (void_at);
-- The log by person, by action and by time.
CREATE INDEX audit_log_actor_idx ON audit_log (actor_id, id);
CREATE INDEX audit_log_action_idx ON audit_log (action, id);
CREATE INDEX audit_log_at_idx ON audit_log (at);
