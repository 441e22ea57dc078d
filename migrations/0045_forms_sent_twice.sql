-- Up Migration
-- Each form that makes something carries a key of its own: sent twice, by a double click or because the first answer was lost, it makes one thing.
ALTER TABLE contact_messages ADD COLUMN request_key text UNIQUE;
ALTER TABLE lotteries ADD COLUMN request_key text UNIQUE;
-- One form may add several things to a prize.
ALTER TABLE prize_improvements ADD COLUMN request_key text;
