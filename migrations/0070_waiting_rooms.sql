-- Up Migration
-- Waiting rooms: when more people want into a draw than the shop serves, they queue (docs/decisions/0054).

-- One for a draw; switched on again, it is a new one. Numbers are given in order of coming; whoever is there at the opening is drawn into a random order by the seed.
CREATE TABLE waiting_rooms (
  lottery_id uuid PRIMARY KEY REFERENCES lotteries ON DELETE CASCADE,
  is_on boolean NOT NULL,
  is_paused boolean NOT NULL DEFAULT false,
  -- The first turns come then, or when the draw opens if that is later; so long before people may come in.
  opens_at timestamptz,
  gather_minutes integer NOT NULL CHECK (gather_minutes BETWEEN 0 AND 1440),
  per_minute integer NOT NULL CHECK (per_minute BETWEEN 1 AND 60000),
  most_inside integer NOT NULL CHECK (most_inside BETWEEN 1 AND 100000),
  seed bytea NOT NULL CHECK (octet_length(seed) = 32),
  -- The last number given.
  places integer NOT NULL DEFAULT 0 CHECK (places >= 0),
  -- How many were drawn; NULL before.
  drawn integer CHECK (drawn BETWEEN 0 AND places),
  -- The last position whose turn has come.
  admitted integer NOT NULL DEFAULT 0 CHECK (admitted BETWEEN 0 AND places),
  -- Turns that the time since "moved_at" has earned already.
  credit double precision NOT NULL DEFAULT 0 CHECK (credit >= 0),
  moved_at timestamptz,
  -- How far it had come at two moments, a minute and more apart: what the pace is told by.
  sample_at timestamptz,
  sample_admitted integer NOT NULL DEFAULT 0,
  before_at timestamptz,
  before_admitted integer NOT NULL DEFAULT 0,
  CONSTRAINT waiting_rooms_admit_in_order CHECK (drawn IS NOT NULL OR admitted = 0)
) WITH (fillfactor = 50);

-- One for each account. A number of 0 is seen by nobody: the transaction that makes a place gives it one.
CREATE TABLE waiting_places (
  lottery_id uuid NOT NULL REFERENCES waiting_rooms ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users,
  number integer NOT NULL CHECK (number >= 0),
  joined_at timestamptz NOT NULL,
  left_at timestamptz,
  entered_at timestamptz,
  -- Until when tickets may be bought, and until when whoever chooses them counts as inside.
  pass_until timestamptz,
  inside_until timestamptz,
  PRIMARY KEY (lottery_id, user_id),
  CONSTRAINT waiting_places_pass_is_whole CHECK ((entered_at IS NULL) = (pass_until IS NULL) AND (entered_at IS NULL) = (inside_until IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX waiting_places_entered_idx ON waiting_places (lottery_id, entered_at) WHERE entered_at IS NOT NULL;
CREATE INDEX waiting_places_user_idx ON waiting_places (user_id);

-- The order that was drawn stays: nobody draws again, or with another seed.
CREATE FUNCTION waiting_rooms_keep_order() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.seed <> OLD.seed OR (OLD.drawn IS NOT NULL AND NEW.drawn IS DISTINCT FROM OLD.drawn)
    OR NEW.admitted < OLD.admitted OR NEW.places < OLD.places THEN
    RAISE EXCEPTION 'the order of a waiting room is drawn once and only moves on' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER waiting_rooms_order_kept BEFORE UPDATE ON waiting_rooms FOR EACH ROW EXECUTE FUNCTION waiting_rooms_keep_order();
