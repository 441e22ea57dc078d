-- Up Migration
-- Orders: holds, payments, tickets, refunds. The promises about money and stock are constraints here, not only code.

CREATE TABLE promotions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  code text NOT NULL UNIQUE CHECK (code = upper(code) AND code <> ''),
  percent_off integer NOT NULL CHECK (percent_off BETWEEN 1 AND 100),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('paid', 'free')),
  state text NOT NULL,
  lottery_id uuid NOT NULL REFERENCES lotteries ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  quantity integer NOT NULL CHECK (quantity >= 1),
  -- The price that was shown is the price that is charged, whatever the lottery says later.
  unit_price_pence integer NOT NULL CHECK (unit_price_pence >= 0),
  discount_pence bigint NOT NULL DEFAULT 0 CHECK (discount_pence >= 0),
  total_pence bigint NOT NULL CHECK (total_pence >= 0),
  pack text CHECK (pack IN ('bronze', 'gold', 'platinum')),
  promotion_id uuid REFERENCES promotions ON DELETE RESTRICT,
  percent_off integer NOT NULL DEFAULT 0 CHECK (percent_off BETWEEN 0 AND 100),
  answer text,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'fr')),
  terms_version text,
  -- Sent by the page that asks, so that a double click is one order.
  request_key text,
  pay_by timestamptz,
  -- What the payment page is opened with, kept until it is open: after a crash the identical call is made again.
  page_request jsonb,
  payment_session_id text UNIQUE,
  payment_url text,
  payment_intent_id text UNIQUE,
  card_funding text,
  captured_pence bigint NOT NULL DEFAULT 0 CHECK (captured_pence >= 0),
  refunded_pence bigint NOT NULL DEFAULT 0 CHECK (refunded_pence >= 0),
  first_ticket_number integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT orders_known_state CHECK (
    (kind = 'paid' AND state IN ('reserved', 'awaiting_payment', 'paid', 'expired', 'refund_due', 'refunded'))
    OR (kind = 'free' AND state IN ('free', 'void'))
  ),
  CONSTRAINT orders_total_adds_up CHECK (total_pence = unit_price_pence::bigint * quantity - discount_pence),
  CONSTRAINT orders_free_is_free CHECK (kind = 'paid' OR total_pence = 0),
  CONSTRAINT orders_paid_has_payment CHECK (
    kind = 'free' OR total_pence = 0 OR state NOT IN ('paid', 'refund_due', 'refunded') OR payment_intent_id IS NOT NULL
  ),
  CONSTRAINT orders_awaiting_has_page CHECK (state <> 'awaiting_payment' OR payment_session_id IS NOT NULL),
  CONSTRAINT orders_hold_has_end CHECK (state NOT IN ('reserved', 'awaiting_payment') OR pay_by IS NOT NULL),
  CONSTRAINT orders_refund_within_capture CHECK (refunded_pence <= captured_pence),
  UNIQUE (user_id, request_key)
);
CREATE INDEX orders_lottery_id_idx ON orders (lottery_id, state);
CREATE INDEX orders_user_id_idx ON orders (user_id, created_at DESC);
CREATE INDEX orders_open_idx ON orders (pay_by) WHERE state IN ('reserved', 'awaiting_payment');
CREATE INDEX orders_refund_due_idx ON orders (settled_at) WHERE state = 'refund_due';
CREATE UNIQUE INDEX orders_promotion_once_idx ON orders (user_id, promotion_id)
  WHERE promotion_id IS NOT NULL AND state IN ('reserved', 'awaiting_payment', 'paid');

CREATE TABLE tickets (
  lottery_id uuid NOT NULL REFERENCES lotteries ON DELETE RESTRICT,
  ticket_number integer NOT NULL CHECK (ticket_number >= 1),
  order_id uuid NOT NULL REFERENCES orders ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  -- Random, shown only to the owner before the freeze; the entry list publishes it afterwards.
  tag bytea NOT NULL CHECK (length(tag) = 16),
  purchase_date timestamptz NOT NULL DEFAULT now(),
  void_at timestamptz,
  PRIMARY KEY (lottery_id, ticket_number)
);
CREATE INDEX tickets_order_id_idx ON tickets (order_id);
CREATE INDEX tickets_user_id_idx ON tickets (user_id);

-- The entries of a draw are fixed by its freeze: none is added later, and none is voided before the result.
CREATE FUNCTION tickets_respect_freeze() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM lotteries l
    WHERE l.id IN (SELECT DISTINCT lottery_id FROM new_rows) AND l.sales_state NOT IN ('open', 'closing')
  ) THEN
    RAISE EXCEPTION 'the entries of this draw are frozen' USING ERRCODE = 'check_violation', CONSTRAINT = 'tickets_respect_freeze';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_no_late_entry AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tickets_respect_freeze();

CREATE FUNCTION tickets_keep_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM old_rows o JOIN lotteries l ON l.id = o.lottery_id JOIN new_rows n USING (lottery_id, ticket_number)
    WHERE l.sales_state = 'closed' AND o.void_at IS DISTINCT FROM n.void_at
  ) THEN
    RAISE EXCEPTION 'the entries of this draw are frozen' USING ERRCODE = 'check_violation', CONSTRAINT = 'tickets_respect_freeze';
  END IF;
  IF EXISTS (
    SELECT 1 FROM old_rows o LEFT JOIN new_rows n USING (lottery_id, ticket_number)
    WHERE n.tag IS DISTINCT FROM o.tag OR n.order_id IS DISTINCT FROM o.order_id OR n.user_id IS DISTINCT FROM o.user_id
  ) THEN
    RAISE EXCEPTION 'a ticket keeps its number, tag, order and owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'tickets_keep_identity';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_no_late_void AFTER UPDATE ON tickets
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tickets_keep_identity();
CREATE TRIGGER tickets_never_deleted BEFORE DELETE OR TRUNCATE ON tickets EXECUTE FUNCTION refuse_change();

-- Every event of the payment provider, once.
CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  object_id text NOT NULL,
  order_id uuid REFERENCES orders ON DELETE RESTRICT,
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz
);
CREATE INDEX payment_events_order_id_idx ON payment_events (order_id);
CREATE INDEX payment_events_unprocessed_idx ON payment_events (received_at) WHERE processed_at IS NULL;

CREATE TABLE refunds (
  order_id uuid PRIMARY KEY REFERENCES orders ON DELETE RESTRICT,
  amount_pence bigint NOT NULL CHECK (amount_pence > 0),
  reason text NOT NULL CHECK (reason IN ('sold_out', 'closed', 'cancelled', 'wrong_amount', 'asked_for', 'at_provider', 'dispute')),
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'done', 'failed')),
  provider_refund_id text UNIQUE,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  CONSTRAINT refunds_done_has_time CHECK ((state = 'done') = (done_at IS NOT NULL))
);

-- Once an entry exists, what was advertised stays: price, stock, dates, question. Statuses follow their table.
CREATE FUNCTION lotteries_keep_promises() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (
    (OLD.status = 'draft' AND NEW.status IN ('active', 'cancelled'))
    OR (OLD.status = 'active' AND NEW.status IN ('completed', 'cancelled'))
  ) THEN
    RAISE EXCEPTION 'a draw cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_status_order';
  END IF;
  IF (NEW.price_per_ticket_pence, NEW.tickets_available, NEW.start_date, NEW.end_date, NEW.quiz, NEW.quiz_right_option)
     IS DISTINCT FROM (OLD.price_per_ticket_pence, OLD.tickets_available, OLD.start_date, OLD.end_date, OLD.quiz, OLD.quiz_right_option)
     AND EXISTS (SELECT 1 FROM orders WHERE lottery_id = NEW.id) THEN
    RAISE EXCEPTION 'a draw with entries keeps its price, stock, dates and question' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_promises_kept';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lotteries_promises BEFORE UPDATE OF status, price_per_ticket_pence, tickets_available, start_date, end_date, quiz, quiz_right_option
  ON lotteries FOR EACH ROW EXECUTE FUNCTION lotteries_keep_promises();
