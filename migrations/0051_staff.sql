-- Up Migration
-- People of the staff are invited by mail, and some of what they do needs a second one of them (docs/decisions/0036).

-- Since when somebody has their role; empty where it was given before this was kept. Who has it only now confirms nothing that was proposed before.
ALTER TABLE admin_user ADD COLUMN role_since timestamptz;

-- Somebody who is to work here: the secret of the mail's link follows from the id. Accepted or taken back, the row goes.
CREATE TABLE staff_invitations (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email <> ''),
  role text NOT NULL CHECK (role IN ('owner', 'draws', 'support', 'finance', 'marketing', 'read-only')),
  locale text NOT NULL CHECK (locale IN ('en', 'fr')),
  invited_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  invited_at timestamptz NOT NULL,
  -- Empty while a second owner has not confirmed it: nobody can accept it then.
  sent_at timestamptz,
  expires_at timestamptz NOT NULL CHECK (expires_at > invited_at)
);

ALTER TABLE proposals
  DROP CONSTRAINT proposals_kind_check,
  ADD CONSTRAINT proposals_kind_check CHECK (kind IN (
    'winner_by_hand', 'postal_batch', 'second_factor_reset',
    'order_refund', 'lottery_cancel', 'person_erase', 'owner_invite', 'owner_change'
  ));
