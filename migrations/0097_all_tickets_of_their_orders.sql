-- Up Migration
-- The tickets that there were are looked at while the shop sells on. It takes a second or two for each million of them.

ALTER TABLE tickets VALIDATE CONSTRAINT tickets_of_their_order_fkey;
