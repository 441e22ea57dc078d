-- Up Migration
-- The tickets that there were are looked at while the shop sells on. It takes a moment for each million of them; whoever bought would wait for that long
-- where the reference is made and checked in one go.

ALTER TABLE tickets VALIDATE CONSTRAINT tickets_of_their_order_fkey;
