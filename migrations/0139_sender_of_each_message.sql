-- Up Migration
-- Each further message of a conversation keeps the name and address with which it was sent.
ALTER TABLE conversation_entries
  ADD COLUMN name text CHECK (name <> ''),
  ADD COLUMN email text CHECK (email <> '');
