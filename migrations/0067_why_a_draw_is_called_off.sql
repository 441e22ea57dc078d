-- Up Migration
-- Why a draw is called off, from a list, with a note that everybody may read. Draws of before there was a list have none: what was written of them then stays in the log.

ALTER TABLE lotteries
  ADD COLUMN cancel_reason text CHECK (cancel_reason IN ('prize_lost', 'legal_order', 'terms_error', 'fairness_broken', 'force_majeure')),
  ADD COLUMN cancel_note text CHECK (cancel_note <> ''),
  ADD COLUMN cancel_note_fr text CHECK (cancel_note_fr <> ''),
  ADD CONSTRAINT lotteries_reason_of_called_off CHECK (cancel_reason IS NULL OR status = 'cancelled'),
  ADD CONSTRAINT lotteries_note_of_reason CHECK (cancel_note IS NULL OR cancel_reason IS NOT NULL),
  ADD CONSTRAINT lotteries_french_note_beside_english CHECK (cancel_note_fr IS NULL OR cancel_note IS NOT NULL);

CREATE FUNCTION lotteries_keep_cancel_reason() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.status = 'cancelled' AND (NEW.cancel_reason, NEW.cancel_note, NEW.cancel_note_fr) IS DISTINCT FROM (OLD.cancel_reason, OLD.cancel_note, OLD.cancel_note_fr) THEN
    RAISE EXCEPTION 'a draw that is called off keeps its reason' USING ERRCODE = 'check_violation', CONSTRAINT = 'lotteries_keep_cancel_reason';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lotteries_cancel_reason_kept BEFORE UPDATE OF cancel_reason, cancel_note, cancel_note_fr ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_cancel_reason();

-- What was proposed without a reason of the list is proposed anew.
UPDATE proposals SET state = 'expired', decided_at = now() WHERE kind = 'lottery_cancel' AND state = 'open';

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
    PERFORM tell_webhooks('draw.drawn', NEW.id, draw_for_webhooks(NEW) || jsonb_build_object('ticket_number', p.ticket_number, 'user_id', NEW.winner_id))
      FROM draw_picks p WHERE p.lottery_id = NEW.id AND p.pick = 0;
  ELSIF NEW.sales_state = 'cancelled' AND OLD.status <> 'draft' THEN
    PERFORM tell_webhooks('draw.called_off', NEW.id, draw_for_webhooks(NEW) || jsonb_build_object('reason', NEW.cancel_reason));
  END IF;
  RETURN NULL;
END $$;
