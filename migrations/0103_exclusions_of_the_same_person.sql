-- Up Migration
-- A self-exclusion holds for other accounts with the same name and birth date. `matched_until` is until when it does; staff who find two people of one
-- name end it, up to `match_cleared_until`. What a player chose for an account of their own stays in `excluded_until`.

ALTER TABLE player_limits ADD COLUMN matched_until timestamptz, ADD COLUMN match_cleared_until timestamptz;

INSERT INTO player_limits (user_id, matched_until)
SELECT p.id, max(l.excluded_until)
FROM player_limits l JOIN users e ON e.id = l.user_id JOIN users p ON p.birth_date = e.birth_date AND p.id <> e.id
WHERE l.excluded_until > now() AND e.erased_at IS NULL AND p.erased_at IS NULL
  AND regexp_replace(plain(p.first_name || p.last_name), '[[:space:][:punct:]]+', '', 'g') IN (
    regexp_replace(plain(e.first_name || e.last_name), '[[:space:][:punct:]]+', '', 'g'),
    regexp_replace(plain(e.last_name || e.first_name), '[[:space:][:punct:]]+', '', 'g'))
GROUP BY p.id
ON CONFLICT (user_id) DO UPDATE SET matched_until = EXCLUDED.matched_until;
