-- Up Migration
-- All orders by their sum, either way: with a million of them sorting took a second.
CREATE INDEX orders_total_idx ON orders (total_pence DESC, id);
