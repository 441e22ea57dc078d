-- Up Migration
-- Photos of the winners of further prizes, and webhooks that name all winners. docs/decisions/0110.

-- That of the first prize's winner stands in `lotteries`. `user_id`: whom it shows.
CREATE TABLE winner_photos (
  lottery_id uuid NOT NULL REFERENCES lotteries ON DELETE RESTRICT,
  place integer NOT NULL CHECK (place BETWEEN 2 AND 10),
  user_id uuid NOT NULL REFERENCES users,
  url text NOT NULL,
  PRIMARY KEY (lottery_id, place)
);
CREATE INDEX winner_photos_of_person ON winner_photos (user_id);

CREATE OR REPLACE FUNCTION lotteries_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'active' AND (TG_OP = 'INSERT' OR OLD.status = 'draft') THEN
    PERFORM tell_webhooks('draw.published', NEW.id, draw_for_webhooks(NEW));
  END IF;
  IF TG_OP = 'INSERT' OR NEW.sales_state = OLD.sales_state THEN
    RETURN NULL;
  ELSIF NEW.sales_state = 'closed' THEN
    PERFORM tell_webhooks('draw.closed', NEW.id, draw_for_webhooks(NEW));
  ELSIF NEW.sales_state = 'drawn' THEN
    PERFORM tell_webhooks('draw.drawn', NEW.id, draw_for_webhooks(NEW) || jsonb_build_object('ticket_number', p.ticket_number, 'user_id', NEW.winner_id,
      'prizes', (SELECT jsonb_agg(jsonb_build_object('prize', w.place, 'ticket_number', w.ticket_number, 'user_id', t.user_id) ORDER BY w.place)
        FROM winning_tickets(NEW.id) w JOIN tickets t ON t.lottery_id = NEW.id AND t.ticket_number = w.ticket_number)))
      FROM draw_picks p WHERE p.lottery_id = NEW.id AND p.pick = 0;
  ELSIF NEW.sales_state = 'cancelled' AND OLD.status <> 'draft' THEN
    PERFORM tell_webhooks('draw.called_off', NEW.id, draw_for_webhooks(NEW) || jsonb_build_object('reason', NEW.cancel_reason));
  END IF;
  RETURN NULL;
END $$;
