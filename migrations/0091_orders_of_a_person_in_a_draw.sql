-- Up Migration
-- What one person holds and has bought in one draw is asked for at each checkout and each look at its page. While a draw sells fast, what PostgreSQL
-- knows of it is from before, when it had no orders: all of them were read each time.

CREATE INDEX orders_user_id_lottery_id_idx ON orders (user_id, lottery_id);
