-- The lower floor: the same work in one statement, so that the draw's row is locked for the server's time alone.
WITH d AS (UPDATE floor_draw SET sold = sold + 25 WHERE id = 1 AND status = 'open' AND sold + 25 <= capacity RETURNING id, sold - 25 AS base),
 o AS (INSERT INTO floor_order (draw_id, email, qty, amount_pence, status) SELECT id, 'buyer' || :client_id || '@example.test', 25, 63729, 'paid' FROM d RETURNING id),
 t AS (INSERT INTO floor_ticket (draw_id, number, order_id) SELECT d.id, d.base + g, o.id FROM d, o, generate_series(1, 25) g)
INSERT INTO floor_outbox (topic, payload) SELECT 'order.paid', jsonb_build_object('order', o.id, 'first', d.base + 1, 'qty', 25) FROM d, o;
