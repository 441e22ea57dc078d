-- Up Migration
-- A recording of the draw on another site, entered after the result. docs/decisions/0113.

ALTER TABLE draws
  ADD COLUMN video_url text CHECK (video_url ~ '^https://' AND length(video_url) <= 500),
  ADD CONSTRAINT draws_video_follows_result CHECK (video_url IS NULL OR drawn_at IS NOT NULL);
