-- Up Migration
-- Holds are counted: one for each person and draw, and how much of what is left newcomers together, and one network, keep from everybody else.

-- Whether the buyer of a hold was a newcomer: an address that is not confirmed, or nothing paid for yet. Null in orders of before, which count nowhere.
ALTER TABLE orders ADD COLUMN by_newcomer boolean;
-- A hash of the network that a hold comes from, for as long as it holds.
ALTER TABLE orders ADD COLUMN network text;
CREATE UNIQUE INDEX orders_one_hold_idx ON orders (user_id, lottery_id)
  WHERE state IN ('reserved', 'awaiting_payment') AND by_newcomer IS NOT NULL;

ALTER TABLE lotteries ADD COLUMN held_by_newcomers integer NOT NULL DEFAULT 0;
ALTER TABLE lotteries ADD CONSTRAINT lotteries_newcomers_hold_a_part CHECK (held_by_newcomers BETWEEN 0 AND tickets_held);
-- How many tickets of the draw one person may buy; null for as many as there are.
ALTER TABLE lotteries ADD COLUMN max_tickets_per_person integer CHECK (max_tickets_per_person >= 1);

-- What each network holds of a draw. `most` is what it might hold when it last took more, so that too much fails the statement that takes it.
CREATE TABLE network_holds (
  lottery_id uuid NOT NULL REFERENCES lotteries ON DELETE RESTRICT,
  network text NOT NULL,
  held integer NOT NULL CHECK (held >= 0),
  most integer NOT NULL,
  held_by_newcomers integer NOT NULL CHECK (held_by_newcomers >= 0),
  most_by_newcomers integer NOT NULL,
  PRIMARY KEY (lottery_id, network),
  CONSTRAINT network_holds_bounded CHECK (held <= most AND held_by_newcomers <= most_by_newcomers)
);
