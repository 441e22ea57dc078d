-- The floor: a purchase as seven plain statements, each a round trip.
BEGIN;
SELECT sold, capacity FROM floor_draw WHERE id = 1 AND status = 'open' FOR UPDATE \gset d_
INSERT INTO floor_order (draw_id, email, qty, amount_pence, status) VALUES (1, 'buyer' || :client_id || '@example.test', 25, 63729, 'paid') RETURNING id \gset o_
INSERT INTO floor_ticket (draw_id, number, order_id) SELECT 1, :d_sold + g, :o_id FROM generate_series(1, 25) g;
UPDATE floor_draw SET sold = sold + 25 WHERE id = 1;
INSERT INTO floor_outbox (topic, payload) VALUES ('order.paid', jsonb_build_object('order', :o_id, 'first', :d_sold + 1, 'qty', 25));
COMMIT;
