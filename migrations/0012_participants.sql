-- Up Migration
-- Who takes part in a draw with how many tickets, kept as tickets come and go, so that no screen counts a million of them.

CREATE TABLE participants (
  lottery_id uuid NOT NULL REFERENCES lotteries ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  -- Valid ones; 0 where all were voided.
  tickets integer NOT NULL CHECK (tickets >= 0),
  PRIMARY KEY (lottery_id, user_id)
);
INSERT INTO participants (lottery_id, user_id, tickets)
  SELECT lottery_id, user_id, count(*) FILTER (WHERE void_at IS NULL) FROM tickets GROUP BY lottery_id, user_id;
-- Most tickets first, a page at a time.
CREATE INDEX participants_tickets_idx ON participants (lottery_id, tickets DESC, user_id) WHERE tickets > 0;
CREATE INDEX participants_user_id_idx ON participants (user_id);

CREATE FUNCTION participants_gain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO participants AS p (lottery_id, user_id, tickets)
    SELECT lottery_id, user_id, count(*) FILTER (WHERE void_at IS NULL) FROM new_rows GROUP BY lottery_id, user_id ORDER BY lottery_id, user_id
    ON CONFLICT (lottery_id, user_id) DO UPDATE SET tickets = p.tickets + excluded.tickets;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_make_participants AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participants_gain();

CREATE FUNCTION participants_lose() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE participants p SET tickets = p.tickets + changed.by FROM (
    SELECT n.lottery_id, n.user_id, sum((n.void_at IS NULL)::integer - (o.void_at IS NULL)::integer) AS by
    FROM new_rows n JOIN old_rows o USING (lottery_id, ticket_number)
    GROUP BY n.lottery_id, n.user_id
    HAVING sum((n.void_at IS NULL)::integer - (o.void_at IS NULL)::integer) <> 0
  ) AS changed
  WHERE p.lottery_id = changed.lottery_id AND p.user_id = changed.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_unmake_participants AFTER UPDATE ON tickets
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participants_lose();

-- What the back office searches people by, in one text: parts are apart by line ends, which no search contains.
ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, ''))
) STORED;
CREATE INDEX users_name_idx ON users (first_name, last_name, id);
CREATE INDEX users_birth_date_idx ON users (birth_date, id);
