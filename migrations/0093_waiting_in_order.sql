-- Up Migration
-- Whose turn comes next is looked for while the room is locked: in the order of the numbers, however many wait.

CREATE INDEX waiting_places_waiting_idx ON waiting_places (lottery_id, number) WHERE left_at IS NULL;
