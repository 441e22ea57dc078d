-- Up Migration
-- When somebody last gave their password in this session: what cannot be taken back asks for it again. Sessions from before have shown nothing.

ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
