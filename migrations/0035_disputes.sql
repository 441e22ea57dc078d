-- Up Migration
-- Payments that a buyer's bank asks about or takes back. While a bank decides, tickets are suspended: still numbered, still kept from
-- everybody else, back at once when the shop wins, void when it loses.

-- As the provider last told of it. `standing` is what the shop makes of the provider's word: an inquiry moves no money.
CREATE TABLE disputes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  provider_id text NOT NULL UNIQUE,
  order_id uuid NOT NULL REFERENCES orders ON DELETE RESTRICT,
  standing text NOT NULL CHECK (standing IN ('inquiry', 'open', 'won', 'lost', 'closed')),
  status text NOT NULL,
  reason text NOT NULL,
  amount_pence bigint NOT NULL CHECK (amount_pence > 0),
  -- What the bank holds of ours, and what the provider takes for the trouble, whoever wins.
  withdrawn_pence bigint NOT NULL DEFAULT 0,
  fee_pence bigint NOT NULL DEFAULT 0 CHECK (fee_pence >= 0),
  -- Evidence is taken until then.
  due_by timestamptz,
  is_submitted boolean NOT NULL DEFAULT false,
  -- Opened when the list of entries was fixed already.
  after_freeze boolean NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  checked_at timestamptz NOT NULL,
  CONSTRAINT disputes_closed_has_time CHECK ((standing IN ('won', 'lost', 'closed')) = (closed_at IS NOT NULL))
);
CREATE INDEX disputes_order_id_idx ON disputes (order_id);
CREATE INDEX disputes_opened_at_idx ON disputes (opened_at DESC, id);
CREATE INDEX disputes_open_idx ON disputes (due_by) WHERE standing IN ('inquiry', 'open');

-- What banks hold of an order while they decide, and what they have kept.
ALTER TABLE orders ADD COLUMN disputed_pence bigint NOT NULL DEFAULT 0 CHECK (disputed_pence >= 0);
ALTER TABLE orders ADD COLUMN charged_back_pence bigint NOT NULL DEFAULT 0 CHECK (charged_back_pence >= 0);
ALTER TABLE orders ADD CONSTRAINT orders_dispute_within_capture CHECK (disputed_pence + charged_back_pence <= captured_pence);
ALTER TABLE orders DROP CONSTRAINT orders_known_state;
ALTER TABLE orders ADD CONSTRAINT orders_known_state CHECK (
  (kind = 'paid' AND state IN ('reserved', 'awaiting_payment', 'paid', 'expired', 'refund_due', 'refunded', 'charged_back'))
  OR (kind = 'free' AND state IN ('free', 'void'))
);
CREATE INDEX orders_disputed_idx ON orders (created_at DESC, id) WHERE disputed_pence > 0 OR charged_back_pence > 0;

-- Suspended: its payment is in a bank's hands. Such a ticket keeps its number and its place in what is sold; it is not on a list that is
-- fixed meanwhile, and no prize is handed over for it.
ALTER TABLE tickets ADD COLUMN suspended_at timestamptz;
CREATE INDEX tickets_suspended_idx ON tickets (lottery_id) WHERE suspended_at IS NOT NULL;

-- How many tickets were left out for that reason when the list was fixed; published beside it.
ALTER TABLE draws ADD COLUMN left_out integer NOT NULL DEFAULT 0 CHECK (left_out >= 0);

-- Money that comes back from a bank when its tickets could not take part any more goes on to the buyer.
ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (
  reason IN ('sold_out', 'closed', 'cancelled', 'wrong_amount', 'credit_limit', 'code_used', 'staff', 'erasure', 'at_provider', 'dispute', 'left_out')
);
