-- Up Migration
-- Draws that another platform held, and their tickets, as its files tell of them (docs/decisions/0063). Nothing that the shop sells, draws or books looks here.

CREATE TABLE past_draws (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- What the other platform calls it; a later file finds it by this.
  reference text NOT NULL UNIQUE CHECK (reference <> ''),
  platform text NOT NULL CHECK (platform <> ''),
  title text NOT NULL CHECK (title <> ''),
  title_fr text CHECK (title_fr <> ''),
  prize text NOT NULL,
  prize_fr text CHECK (prize_fr <> ''),
  prize_value_pence bigint CHECK (prize_value_pence >= 0),
  ticket_price_pence bigint CHECK (ticket_price_pence >= 0),
  tickets integer NOT NULL CHECK (tickets > 0),
  -- Not every number need have been sold.
  last_ticket integer NOT NULL CHECK (last_ticket >= tickets),
  closed_on date NOT NULL,
  drawn_on date NOT NULL CHECK (drawn_on >= closed_on),
  winning_ticket integer NOT NULL CHECK (winning_ticket BETWEEN 1 AND last_ticket),
  -- As the other platform published it; none where it published none, or where the winner has left.
  winner_name text CHECK (winner_name <> ''),
  evidence_url text CHECK (evidence_url LIKE 'https://%'),
  imported_at timestamptz NOT NULL,
  imported_from text NOT NULL
);
CREATE INDEX past_draws_drawn_on_idx ON past_draws (drawn_on DESC, reference);

CREATE TABLE past_tickets (
  past_draw_id uuid NOT NULL REFERENCES past_draws,
  ticket_number integer NOT NULL CHECK (ticket_number > 0),
  user_id uuid REFERENCES users,
  -- Whoever had it has left: no later file gives it to anybody.
  is_forgotten boolean NOT NULL DEFAULT false,
  PRIMARY KEY (past_draw_id, ticket_number),
  CONSTRAINT past_tickets_forgotten_is_nobodys CHECK (user_id IS NULL OR NOT is_forgotten)
);
CREATE INDEX past_tickets_user_id_idx ON past_tickets (user_id) WHERE user_id IS NOT NULL;
