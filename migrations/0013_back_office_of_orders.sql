-- Up Migration
-- Cards of postal entries; what the back office looks up of orders and messages.

-- What stood on the card of a free entry, for the day on which it wins. Goes six months after the draw, or with the person.
CREATE TABLE postal_cards (
  order_id uuid PRIMARY KEY REFERENCES orders ON DELETE RESTRICT,
  -- Sent by the form, so that a double click or a lost reply is one entry.
  request_key text NOT NULL UNIQUE,
  first_name text NOT NULL CHECK (first_name <> ''),
  last_name text NOT NULL CHECK (last_name <> ''),
  birth_date date NOT NULL,
  address text NOT NULL CHECK (address <> ''),
  county text NOT NULL CHECK (county <> ''),
  email text CHECK (email = lower(email)),
  phone text,
  received_on date NOT NULL,
  -- The postmark, where it was needed or could be read.
  posted_on date,
  -- No foreign key: it outlives the administrator's account.
  keyed_by uuid,
  keyed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT postal_cards_dates_in_order CHECK (posted_on <= received_on)
);
-- Somebody who gave no e-mail address is known again by birth, name and address.
CREATE INDEX postal_cards_person_idx ON postal_cards (birth_date, lower(last_name)) WHERE email IS NULL;
-- The last ones keyed in.
CREATE INDEX postal_cards_keyed_at_idx ON postal_cards (keyed_at DESC);

-- The few orders among a million that somebody looks for by their state. Not on the way of a purchase: an order comes here only afterwards.
CREATE INDEX orders_rare_state_idx ON orders (state, created_at DESC, id) WHERE state IN ('refund_due', 'refunded', 'free', 'void');

-- The inbox: what nobody has read yet, and what is not answered.
CREATE INDEX contact_messages_unread_idx ON contact_messages (created_at) WHERE read_at IS NULL;
CREATE INDEX contact_messages_email_idx ON contact_messages (lower(email));
