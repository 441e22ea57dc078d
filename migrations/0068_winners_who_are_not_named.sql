-- Up Migration
-- A winner may object to being named: then no page, mail or file of the shop names them to others. The history is in consents.

ALTER TABLE users ADD COLUMN name_hidden boolean NOT NULL DEFAULT false;
ALTER TABLE consents DROP CONSTRAINT consents_kind_check,
  ADD CONSTRAINT consents_kind_check CHECK (kind IN ('marketing', 'full_name_public', 'name_hidden'));
