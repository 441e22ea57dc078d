-- Up Migration
-- Finished draws that the lists of the back office leave out. Public pages do not read it.

ALTER TABLE lotteries
  ADD COLUMN archived_at timestamptz,
  ADD CONSTRAINT lotteries_archived_are_over CHECK (archived_at IS NULL OR status IN ('completed', 'cancelled'));
