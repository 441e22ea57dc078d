-- Up Migration
-- What a member of the staff may do follows from their role (docs/decisions/0036). Whoever administered the shop before roles is an owner.

ALTER TABLE admin_user
  ADD COLUMN role text NOT NULL DEFAULT 'owner'
    CHECK (role IN ('owner', 'draws', 'support', 'finance', 'marketing', 'read-only'));
