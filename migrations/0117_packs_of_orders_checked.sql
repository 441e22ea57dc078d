-- Up Migration
-- Reads all orders without blocking sales.

ALTER TABLE orders VALIDATE CONSTRAINT orders_pack_check;
