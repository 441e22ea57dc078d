-- Up Migration
-- That somebody has seen the winner's proof of age and identity: when, by which document and by whom. No copy, and no number of it.

ALTER TABLE draws
  ADD COLUMN prize_checked_at timestamptz,
  ADD COLUMN prize_check_document text CHECK (prize_check_document IN ('passport', 'driving_licence', 'identity_card')),
  ADD COLUMN prize_checked_by uuid REFERENCES users,
  ADD CONSTRAINT draws_check_names_document CHECK ((prize_checked_at IS NULL) = (prize_check_document IS NULL)),
  ADD CONSTRAINT draws_check_has_time CHECK (prize_checked_by IS NULL OR prize_checked_at IS NOT NULL);
