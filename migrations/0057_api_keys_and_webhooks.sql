-- Up Migration
-- Keys for programs, and events that are sent to other programs (docs/decisions/0039).

CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (name <> ''),
  -- The front of the key, which is no secret: it is found by this, and lists and logs call it so.
  prefix text NOT NULL UNIQUE,
  -- Of the whole key, keyed with a secret of the shop's.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- It never may more than they.
  made_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT api_keys_end CHECK (expires_at <= made_at + interval '366 days')
);
CREATE INDEX api_keys_newest ON api_keys (made_at DESC);

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  url text NOT NULL CHECK (url <> ''),
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- Sealed with a key of the shop's.
  secret text NOT NULL,
  -- Signs besides for a day after a change.
  previous_secret text,
  previous_until timestamptz,
  made_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  made_at timestamptz NOT NULL,
  -- Nothing is sent meanwhile, and what happens is kept for later.
  paused_at timestamptz,
  pause_reason text CHECK (pause_reason IN ('by_hand', 'failing', 'gone')),
  -- Never deleted: a purchase may be about to tell it something.
  ended_at timestamptz,
  CONSTRAINT webhook_endpoints_pause CHECK ((paused_at IS NULL) = (pause_reason IS NULL)),
  CONSTRAINT webhook_endpoints_overlap CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);

CREATE TABLE webhook_events (
  -- Events of one order, or one draw, are numbered in the order in which they happened.
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  type text NOT NULL,
  subject_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  data jsonb NOT NULL
);
CREATE INDEX webhook_events_at ON webhook_events (at);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  event bigint NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE RESTRICT,
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'delivered', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT 'epoch',
  -- Somebody is sending it; whoever was killed meanwhile loses it then.
  claimed_until timestamptz,
  UNIQUE (endpoint_id, event)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE state = 'due';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event);

CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id uuid NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  status integer,
  -- Why no reply came.
  failure text,
  -- The first kilobyte of it.
  reply text,
  CONSTRAINT webhook_attempts_end CHECK ((status IS NULL) <> (failure IS NULL))
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id, id);

-- Writes an event for the endpoints that chose it, in the transaction that it tells of; nothing where there are none.
CREATE FUNCTION tell_webhooks(kind text, subject uuid, told jsonb) RETURNS void LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  WITH chosen AS (SELECT id FROM webhook_endpoints WHERE ended_at IS NULL AND kind = ANY(events)),
    made AS (
      INSERT INTO webhook_events (type, subject_id, data) SELECT kind, subject, told WHERE EXISTS (SELECT FROM chosen) RETURNING sequence
    )
  INSERT INTO webhook_deliveries (event, endpoint_id) SELECT made.sequence, chosen.id FROM made, chosen
$$;

CREATE FUNCTION order_for_webhooks(o orders) RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_build_object('order_id', o.id, 'order_number', o.order_number, 'draw_id', o.lottery_id, 'user_id', o.user_id, 'state', o.state,
    'quantity', o.quantity, 'total', o.total_pence / 100.0, 'refunded', o.refunded_pence / 100.0)
$$;

CREATE FUNCTION orders_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.state = 'paid' AND OLD.state IN ('reserved', 'awaiting_payment', 'expired') THEN
    PERFORM tell_webhooks('order.paid', NEW.id, order_for_webhooks(NEW));
  END IF;
  IF NEW.refunded_pence <> OLD.refunded_pence THEN
    PERFORM tell_webhooks('order.refunded', NEW.id, order_for_webhooks(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_webhooks AFTER UPDATE OF state, refunded_pence ON orders FOR EACH ROW
  WHEN (NEW.kind = 'paid' AND (NEW.state <> OLD.state OR NEW.refunded_pence <> OLD.refunded_pence)) EXECUTE FUNCTION orders_tell_webhooks();

CREATE FUNCTION disputes_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.standing <> OLD.standing THEN
    PERFORM tell_webhooks('order.disputed', o.id, order_for_webhooks(o) || jsonb_build_object('dispute_id', NEW.id, 'standing', NEW.standing,
      'disputed', NEW.amount_pence / 100.0)) FROM orders o WHERE o.id = NEW.order_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER disputes_webhooks AFTER INSERT OR UPDATE OF standing ON disputes FOR EACH ROW EXECUTE FUNCTION disputes_tell_webhooks();

CREATE FUNCTION draw_for_webhooks(l lotteries) RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_build_object('draw_id', l.id, 'short_number', l.short_number, 'title', l.title, 'status', l.status, 'sales_state', l.sales_state,
    'tickets_sold', l.tickets_sold)
$$;

CREATE FUNCTION lotteries_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'active' AND (TG_OP = 'INSERT' OR OLD.status = 'draft') THEN
    PERFORM tell_webhooks('draw.published', NEW.id, draw_for_webhooks(NEW));
  END IF;
  IF TG_OP = 'INSERT' OR NEW.sales_state = OLD.sales_state THEN
    RETURN NULL;
  ELSIF NEW.sales_state = 'closed' THEN
    PERFORM tell_webhooks('draw.closed', NEW.id, draw_for_webhooks(NEW));
  ELSIF NEW.sales_state = 'drawn' THEN
    PERFORM tell_webhooks('draw.drawn', NEW.id, draw_for_webhooks(NEW) || jsonb_build_object('ticket_number', p.ticket_number, 'user_id', NEW.winner_id))
      FROM draw_picks p WHERE p.lottery_id = NEW.id AND p.pick = 0;
  ELSIF NEW.sales_state = 'cancelled' AND OLD.status <> 'draft' THEN
    PERFORM tell_webhooks('draw.called_off', NEW.id, draw_for_webhooks(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lotteries_webhooks AFTER INSERT OR UPDATE OF status, sales_state ON lotteries FOR EACH ROW EXECUTE FUNCTION lotteries_tell_webhooks();

CREATE FUNCTION winner_changes_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM tell_webhooks('winner.changed', l.id, draw_for_webhooks(l) || jsonb_build_object('ticket_number', t.ticket_number, 'user_id', t.user_id,
    'reason', NEW.reason_code)) FROM lotteries l JOIN tickets t ON t.lottery_id = l.id AND t.ticket_number = NEW.ticket_number WHERE l.id = NEW.lottery_id;
  RETURN NULL;
END $$;
CREATE TRIGGER winner_changes_webhooks AFTER INSERT ON winner_changes FOR EACH ROW EXECUTE FUNCTION winner_changes_tell_webhooks();
