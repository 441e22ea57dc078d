-- Up Migration
-- One reference of a ticket, where three named its order, its draw and its person, each apart and each looked up for each ticket while the draw was locked. It is
-- asked of new tickets from here on, and of those that there are by a later migration.

-- In the order of a purchase.
LOCK TABLE lotteries, orders, tickets, users IN ACCESS EXCLUSIVE MODE;
ALTER TABLE tickets
  -- Where the migration before this one has made it already.
  DROP CONSTRAINT IF EXISTS tickets_of_their_order_fkey,
  DROP CONSTRAINT IF EXISTS tickets_order_id_fkey, DROP CONSTRAINT IF EXISTS tickets_lottery_id_fkey, DROP CONSTRAINT IF EXISTS tickets_user_id_fkey,
  ADD CONSTRAINT tickets_of_their_order_fkey
    FOREIGN KEY (order_id, lottery_id, user_id) REFERENCES orders (id, lottery_id, user_id) ON DELETE RESTRICT NOT VALID;
