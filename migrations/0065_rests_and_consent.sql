-- Up Migration
-- A rest from play ends the consent to marketing; staff may begin one on somebody's request; the limit is asked for at three moments.

-- How somebody asked staff for it; absent: they did it on the site, on their own.
ALTER TABLE player_limit_changes ADD COLUMN asked text CHECK (asked IN ('email', 'phone', 'post', 'in_person'));

-- The last moment at which the question for a limit was skipped; 'again' also stands for an answer, after which nobody asks any more.
ALTER TABLE player_limits ADD COLUMN skipped text CHECK (skipped IN ('start', 'bought', 'again'));
UPDATE player_limits SET skipped = CASE
  WHEN limit_since IS NOT NULL OR paused_until IS NOT NULL OR excluded_until IS NOT NULL THEN 'again' ELSE 'start' END
WHERE asked_at IS NOT NULL;

-- Whoever has rested, or rests, and has not said yes again after its end.
WITH ended AS (
  UPDATE users u SET marketing_opt_in = false FROM player_limits l
  WHERE l.user_id = u.id AND u.marketing_opt_in AND greatest(l.paused_until, l.excluded_until) IS NOT NULL AND NOT EXISTS (
    SELECT FROM consents c WHERE c.user_id = u.id AND c.kind = 'marketing' AND c.given AND c.at > greatest(l.paused_until, l.excluded_until))
  RETURNING u.id
)
INSERT INTO consents (user_id, kind, given, source) SELECT id, 'marketing', false, 'rest' FROM ended;
