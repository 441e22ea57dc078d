-- Up Migration
-- An alert of a second payment is of that payment, or of its dispute, and no longer of the whole order: so it ends with it, and is not raised again where somebody is done with it.

UPDATE alerts a SET subject_id = a.subject_id || ' ' || split_part(a.facts->>'message', ', ', 1)
  WHERE a.kind IN ('second_payment_disputed', 'second_payment_kept') AND a.subject_id NOT LIKE '% %' AND a.facts->>'message' <> ''
    AND (a.handled_at IS NOT NULL OR NOT EXISTS (SELECT FROM alerts b WHERE b.kind = a.kind AND b.handled_at IS NULL
      AND b.subject_id = a.subject_id || ' ' || split_part(a.facts->>'message', ', ', 1)));
-- The same has been raised anew already.
UPDATE alerts SET handled_at = now()
  WHERE kind IN ('second_payment_disputed', 'second_payment_kept') AND subject_id NOT LIKE '% %' AND facts->>'message' <> '' AND handled_at IS NULL;
