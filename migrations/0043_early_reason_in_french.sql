-- Up Migration
-- Why a draw is held before its time, in the other language, too, where its administrator wrote it. With the request, which never changes.

ALTER TABLE draw_requests
  ADD COLUMN early_reason_fr text CHECK (early_reason_fr <> ''),
  ADD CONSTRAINT draw_requests_french_beside_english CHECK (early_reason_fr IS NULL OR early_reason IS NOT NULL);
