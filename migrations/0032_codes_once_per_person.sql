-- Up Migration
-- A promotion code counts once for each person, however they write their address and however many accounts they open.

-- Keyed hashes of the buyer's mailbox, and of name and birth date; only of orders that carry a code. They say nothing of whose they are.
ALTER TABLE orders
  ADD COLUMN promotion_mailbox bytea CHECK (octet_length(promotion_mailbox) = 32),
  ADD COLUMN promotion_person bytea CHECK (octet_length(promotion_person) = 32);
CREATE UNIQUE INDEX orders_promotion_mailbox_idx ON orders (promotion_id, promotion_mailbox)
  WHERE promotion_id IS NOT NULL AND promotion_mailbox IS NOT NULL AND state IN ('reserved', 'awaiting_payment', 'paid');
CREATE UNIQUE INDEX orders_promotion_person_idx ON orders (promotion_id, promotion_person)
  WHERE promotion_id IS NOT NULL AND promotion_person IS NOT NULL AND state IN ('reserved', 'awaiting_payment', 'paid');
