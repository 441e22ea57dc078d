-- Up Migration
-- A version that waited for its time, saved by somebody who may not publish any more: it is not shown before somebody else publishes it anew.

ALTER TABLE site_texts ADD COLUMN held_at timestamptz;
