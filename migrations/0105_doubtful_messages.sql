-- Up Migration
-- A message whose hidden field was filled in, by a program or by a password manager, is stored and marked instead of thrown away.

ALTER TABLE contact_messages ADD COLUMN is_doubtful boolean NOT NULL DEFAULT false;
