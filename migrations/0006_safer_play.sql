-- Up Migration
-- Safer play: the limits that players set themselves. Refunds by the shop beside those at the provider. Sales that only go forwards.

-- One row for each player who has ever answered or set anything; nobody has a limit by default.
CREATE TABLE player_limits (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE RESTRICT,
  -- What may be spent in a calendar month, Europe/London; absent: as much as they like.
  monthly_limit_pence bigint CHECK (monthly_limit_pence >= 0),
  limit_since timestamptz,
  -- A limit that was raised or lifted waits; without an amount it is lifted. Whoever reads after this instant reads the next one as in force.
  next_limit_pence bigint CHECK (next_limit_pence >= 0),
  next_limit_from timestamptz,
  paused_until timestamptz,
  excluded_until timestamptz,
  -- When the question before the first purchase was answered or skipped.
  asked_at timestamptz,
  CONSTRAINT player_limits_next_has_time CHECK (next_limit_pence IS NULL OR next_limit_from IS NOT NULL),
  CONSTRAINT player_limits_has_since CHECK (monthly_limit_pence IS NULL OR limit_since IS NOT NULL)
);

-- An exclusion is never shortened, nor a pause; whoever writes the row.
CREATE FUNCTION player_limits_keep_rest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.paused_until > coalesce(NEW.paused_until, '-infinity') OR OLD.excluded_until > coalesce(NEW.excluded_until, '-infinity') THEN
    RAISE EXCEPTION 'a pause is never shortened' USING ERRCODE = 'check_violation', CONSTRAINT = 'player_limits_keep_rest';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER player_limits_rest BEFORE UPDATE ON player_limits FOR EACH ROW EXECUTE FUNCTION player_limits_keep_rest();

-- What players asked for, in order: it shows that the shop obeyed.
CREATE TABLE player_limit_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('limit', 'limit_later', 'limit_kept', 'no_limit', 'pause', 'exclusion')),
  limit_pence bigint CHECK (limit_pence >= 0),
  -- When a later limit begins, or a pause ends.
  until timestamptz,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX player_limit_changes_user_id_idx ON player_limit_changes (user_id, id);
CREATE TRIGGER player_limit_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON player_limit_changes EXECUTE FUNCTION refuse_change();

-- Whether the payment page refuses credit cards.
ALTER TABLE orders ADD COLUMN credit_blocked boolean NOT NULL DEFAULT false;

-- An order has at most one refund by the shop, beside what went back at the provider.
ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (
  reason IN ('sold_out', 'closed', 'cancelled', 'wrong_amount', 'credit_limit', 'asked_for', 'at_provider', 'dispute')
);
ALTER TABLE refunds ADD COLUMN by_shop boolean NOT NULL GENERATED ALWAYS AS (reason NOT IN ('at_provider', 'dispute')) STORED;
ALTER TABLE refunds DROP CONSTRAINT refunds_pkey;
ALTER TABLE refunds ADD CONSTRAINT refunds_pkey PRIMARY KEY (order_id, by_shop);

-- Besides what held before, a void ticket stays void.
CREATE OR REPLACE FUNCTION tickets_keep_identity() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF EXISTS (
    SELECT 1 FROM old_rows o JOIN new_rows n USING (lottery_id, ticket_number)
    WHERE o.void_at IS NOT NULL AND n.void_at IS DISTINCT FROM o.void_at
  ) THEN
    RAISE EXCEPTION 'a void ticket stays void' USING ERRCODE = 'check_violation', CONSTRAINT = 'tickets_stay_void';
  END IF;
  RETURN NULL;
END $$;

-- Sales go open, closing, closed, drawn; straight to closed where nobody is paying. Called off is possible until the entries are frozen:
-- from then on the draw that was committed to takes place.
CREATE FUNCTION lotteries_sales_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sales_state <> OLD.sales_state AND NOT (
    (OLD.sales_state = 'open' AND NEW.sales_state IN ('closing', 'closed', 'cancelled'))
    OR (OLD.sales_state = 'closing' AND NEW.sales_state IN ('closed', 'cancelled'))
    OR (OLD.sales_state = 'closed' AND NEW.sales_state = 'drawn')
  ) THEN
    RAISE EXCEPTION 'sales cannot go from % to %', OLD.sales_state, NEW.sales_state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_sales_order';
  END IF;
  IF NEW.sales_state = 'closed' AND OLD.sales_state <> 'closed' AND NEW.tickets_held > 0 THEN
    RAISE EXCEPTION 'somebody is still paying' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_nothing_held_when_closed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lotteries_sales BEFORE UPDATE OF sales_state ON lotteries FOR EACH ROW EXECUTE FUNCTION lotteries_sales_order();
