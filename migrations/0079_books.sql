-- Up Migration
-- The books (docs/decisions/0061): what the provider's balance did, a journal with two sides, its documents, and months that are closed.

-- What the provider tells of the shop's balance there, each once.
CREATE TABLE payouts (
  provider text NOT NULL,
  id text NOT NULL,
  amount_pence bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('on_its_way', 'paid', 'failed', 'cancelled')),
  -- The provider tells which movements it is made of.
  is_told boolean NOT NULL,
  created_at timestamptz NOT NULL,
  arrives_on date NOT NULL,
  PRIMARY KEY (provider, id)
);
CREATE INDEX payouts_created_at_idx ON payouts (created_at DESC);

CREATE TABLE balance_moves (
  provider text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (
    kind IN ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'fee', 'payout', 'payout_reversal', 'other')
  ),
  -- Before the fee; negative where it went.
  amount_pence bigint NOT NULL,
  fee_pence bigint NOT NULL,
  at timestamptz NOT NULL,
  description text NOT NULL,
  -- Nothing of this shop's where it is about none.
  order_id uuid REFERENCES orders ON DELETE RESTRICT,
  payout_id text,
  -- Of the journal, once it is in there.
  entry bigint,
  PRIMARY KEY (provider, id),
  FOREIGN KEY (provider, payout_id) REFERENCES payouts
);
CREATE INDEX balance_moves_payout_idx ON balance_moves (provider, payout_id);
CREATE INDEX balance_moves_at_idx ON balance_moves (provider, at);
CREATE INDEX balance_moves_unbooked_idx ON balance_moves (at) WHERE entry IS NULL;
CREATE INDEX balance_moves_order_id_idx ON balance_moves (order_id) WHERE order_id IS NOT NULL;

-- A month that is closed takes no more entries. They are closed in order.
CREATE TABLE closed_months (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  closed_at timestamptz NOT NULL,
  closed_by uuid REFERENCES users,
  -- The last entry of the journal at that moment.
  last_entry bigint NOT NULL
);

-- The operator's own VAT codes, for what is sold, the provider's fees and the prizes; a later line counts from its day on.
CREATE TABLE vat_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  applies_to text NOT NULL CHECK (applies_to IN ('sales', 'fees', 'prizes')),
  code text NOT NULL CHECK (code <> '' AND length(code) <= 40),
  -- Hundredths of a percent: 2000 is 20 %.
  rate_points integer NOT NULL CHECK (rate_points BETWEEN 0 AND 5000),
  from_day date NOT NULL,
  set_at timestamptz NOT NULL,
  set_by uuid REFERENCES users
);

-- What prizes cost, as somebody wrote it down; one that was wrong is taken back by another with the opposite sum.
CREATE TABLE prize_costs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  lottery_id uuid NOT NULL REFERENCES lotteries ON DELETE RESTRICT,
  amount_pence bigint NOT NULL CHECK (amount_pence <> 0),
  day date NOT NULL,
  note text NOT NULL CHECK (note <> '' AND length(note) <= 200),
  entered_at timestamptz NOT NULL,
  entered_by uuid REFERENCES users
);
CREATE INDEX prize_costs_lottery_id_idx ON prize_costs (lottery_id);

CREATE TABLE journal_entries (
  -- From 1, without gaps.
  number bigint PRIMARY KEY CHECK (number > 0),
  -- The day on which it counts. Later than the day of what it is about where that one's month was closed.
  day date NOT NULL,
  happened_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'sale', 'money_back', 'refund', 'refund_returned', 'dispute', 'dispute_changed', 'prize_cost',
    'charge', 'provider_refund', 'provider_dispute', 'provider_fee', 'payout', 'provider_other'
  )),
  -- What it was made of, so that it is made once: a part of an order at the so-manieth time, or a movement of the provider's.
  source text NOT NULL UNIQUE,
  order_id uuid REFERENCES orders ON DELETE RESTRICT,
  lottery_id uuid REFERENCES lotteries ON DELETE RESTRICT,
  provider text,
  -- The entry that this one takes back or changes.
  corrects bigint REFERENCES journal_entries,
  lines smallint NOT NULL CHECK (lines > 1),
  made_at timestamptz NOT NULL,
  CONSTRAINT journal_entries_correct_earlier CHECK (corrects < number)
);
CREATE INDEX journal_entries_day_idx ON journal_entries (day, number);
CREATE INDEX journal_entries_order_id_idx ON journal_entries (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX journal_entries_lottery_id_idx ON journal_entries (lottery_id) WHERE lottery_id IS NOT NULL;

CREATE TABLE journal_lines (
  entry bigint NOT NULL REFERENCES journal_entries,
  account text NOT NULL CHECK (account IN (
    'sales', 'discounts', 'refunds', 'chargebacks', 'dispute_fees', 'provider_fees', 'prize_costs', 'vat',
    'clearing', 'held', 'provider', 'bank', 'owed_to_buyers', 'owed_for_prizes', 'elsewhere'
  )),
  -- Debit above zero, credit below.
  amount_pence bigint NOT NULL CHECK (amount_pence <> 0),
  vat_code text,
  PRIMARY KEY (entry, account)
);

-- Receipts of sales, and credit notes of what went back; a credit note whose money came back is withdrawn by a debit note.
CREATE TABLE documents (
  kind text NOT NULL CHECK (kind IN ('receipt', 'credit_note', 'debit_note')),
  number bigint NOT NULL CHECK (number > 0),
  entry bigint NOT NULL REFERENCES journal_entries,
  order_id uuid NOT NULL REFERENCES orders ON DELETE RESTRICT,
  amount_pence bigint NOT NULL CHECK (amount_pence > 0),
  vat_pence bigint NOT NULL,
  vat_code text,
  vat_points integer,
  PRIMARY KEY (kind, number),
  UNIQUE (entry)
);
CREATE INDEX documents_order_id_idx ON documents (order_id);

-- How much of each order is in the journal. What banks and buyers got back is in its parts: a refund or a dispute each.
CREATE TABLE booked_orders (
  order_id uuid PRIMARY KEY REFERENCES orders ON DELETE RESTRICT,
  is_sold boolean NOT NULL,
  vat_code text,
  vat_points integer NOT NULL,
  captured_pence bigint NOT NULL,
  discount_pence bigint NOT NULL,
  refunded_pence bigint NOT NULL DEFAULT 0,
  held_pence bigint NOT NULL DEFAULT 0,
  lost_pence bigint NOT NULL DEFAULT 0,
  fees_pence bigint NOT NULL DEFAULT 0,
  sale_entry bigint NOT NULL REFERENCES journal_entries
);
CREATE TABLE booked_parts (
  part uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES booked_orders,
  refunded_pence bigint NOT NULL,
  held_pence bigint NOT NULL,
  lost_pence bigint NOT NULL,
  fees_pence bigint NOT NULL,
  times integer NOT NULL,
  last_entry bigint NOT NULL REFERENCES journal_entries
);
-- What the shop says that the provider has of an order, less what the provider says itself: zero once both have told the same.
CREATE TABLE open_differences (
  order_id uuid PRIMARY KEY REFERENCES orders ON DELETE RESTRICT,
  amount_pence bigint NOT NULL
);
CREATE INDEX open_differences_idx ON open_differences (order_id) WHERE amount_pence <> 0;

-- The last numbers that were given. Whoever writes in the journal has this row, so that numbers come one after the other.
CREATE TABLE journal_numbers (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  entry bigint NOT NULL DEFAULT 0,
  receipt bigint NOT NULL DEFAULT 0,
  credit_note bigint NOT NULL DEFAULT 0,
  debit_note bigint NOT NULL DEFAULT 0
);
INSERT INTO journal_numbers DEFAULT VALUES;

CREATE FUNCTION journal_takes_open_months() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Closing a month takes the same lock, so that none is closed in between.
  PERFORM FROM journal_numbers FOR UPDATE;
  IF EXISTS (SELECT FROM new_rows n JOIN closed_months m ON m.month = date_trunc('month', n.day)::date) THEN
    RAISE EXCEPTION 'this month of the journal is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_month_closed';
  END IF;
  IF (SELECT max(number) - min(number) + 1 <> count(*) OR min(number) <> 1 + coalesce((SELECT max(number) FROM journal_entries e WHERE e.number < (SELECT min(number) FROM new_rows)), 0) FROM new_rows) THEN
    RAISE EXCEPTION 'numbers of the journal have no gaps' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_numbers_dense';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER journal_entries_months AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_takes_open_months();

CREATE FUNCTION documents_are_dense() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM journal_numbers FOR UPDATE;
  IF EXISTS (
    SELECT FROM (SELECT kind, min(number) AS first, max(number) AS last, count(*) AS all FROM new_rows GROUP BY kind) n
    WHERE n.last - n.first + 1 <> n.all
      OR n.first <> 1 + coalesce((SELECT max(d.number) FROM documents d WHERE d.kind = n.kind AND d.number < n.first), 0)
  ) THEN
    RAISE EXCEPTION 'numbers of documents have no gaps' USING ERRCODE = 'check_violation', CONSTRAINT = 'document_numbers_dense';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_numbers AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION documents_are_dense();

-- Asked at the commit: an entry has all of its lines, and they come to nothing.
CREATE FUNCTION journal_entry_balances() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  row jsonb := to_jsonb(NEW);
  wanted bigint := coalesce(row ->> 'entry', row ->> 'number')::bigint;
BEGIN
  IF EXISTS (
    SELECT FROM journal_entries e LEFT JOIN journal_lines l ON l.entry = e.number WHERE e.number = wanted
    GROUP BY e.number HAVING count(l.entry) <> e.lines OR coalesce(sum(l.amount_pence), 0) <> 0
  ) THEN
    RAISE EXCEPTION 'entry % of the journal does not balance', wanted USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entry_balances';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_entries_balance AFTER INSERT ON journal_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION journal_entry_balances();
CREATE CONSTRAINT TRIGGER journal_lines_balance AFTER INSERT ON journal_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION journal_entry_balances();

CREATE FUNCTION months_close_in_order() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM journal_numbers FOR UPDATE;
  IF EXISTS (
    SELECT FROM journal_entries e WHERE e.day < NEW.month AND NOT EXISTS (
      SELECT FROM closed_months m WHERE m.month = date_trunc('month', e.day)::date)
  ) THEN
    RAISE EXCEPTION 'an earlier month is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'months_close_in_order';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER closed_months_order BEFORE INSERT ON closed_months FOR EACH ROW EXECUTE FUNCTION months_close_in_order();

CREATE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entries EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_lines EXECUTE FUNCTION refuse_change();
CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON documents EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_months_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_months EXECUTE FUNCTION refuse_change();
CREATE TRIGGER prize_costs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON prize_costs EXECUTE FUNCTION refuse_change();
CREATE TRIGGER vat_rates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON vat_rates EXECUTE FUNCTION refuse_change();
