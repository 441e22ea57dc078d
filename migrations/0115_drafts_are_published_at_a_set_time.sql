-- Up Migration
-- When a draft goes on sale or is announced by itself; NULL: by hand. Ignored once it is no draft.
ALTER TABLE lotteries ADD COLUMN publish_at timestamptz;
