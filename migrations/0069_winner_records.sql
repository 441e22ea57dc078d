-- Up Migration
-- Who won: what the shop must be able to tell the regulator of advertising, also of somebody who is named nowhere or has left. docs/decisions/0017.

CREATE TABLE winner_records (
  lottery_id uuid PRIMARY KEY REFERENCES lotteries,
  user_id uuid NOT NULL REFERENCES users,
  first_name text NOT NULL,
  last_name text NOT NULL,
  county text,
  won_at timestamptz NOT NULL,
  CONSTRAINT winner_records_name_somebody CHECK (first_name <> '' OR last_name <> '')
);
CREATE INDEX winner_records_user_id_idx ON winner_records (user_id);

-- Of those who have won until now, as far as there is still a name.
INSERT INTO winner_records (lottery_id, user_id, first_name, last_name, county, won_at)
SELECT l.id, l.winner_id, named.first_name, named.last_name, named.county,
  coalesce((SELECT max(c.at) FROM winner_changes c WHERE c.lottery_id = l.id), d.drawn_at)
FROM lotteries l
JOIN draws d ON d.lottery_id = l.id
JOIN users u ON u.id = l.winner_id
LEFT JOIN retained_contacts r ON r.user_id = u.id
CROSS JOIN LATERAL (
  SELECT coalesce(r.first_name, u.first_name) AS first_name, coalesce(r.last_name, u.last_name) AS last_name, coalesce(r.county, u.county) AS county
) named
WHERE d.drawn_at > now() - interval '24 months' AND (named.first_name <> '' OR named.last_name <> '');
