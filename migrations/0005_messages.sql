-- Up Migration
-- Messages: what visitors write to the shop, and each mail that leaves it.

CREATE TABLE contact_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (name <> ''),
  email text NOT NULL CHECK (email <> ''),
  subject text NOT NULL CHECK (subject <> ''),
  message text NOT NULL CHECK (message <> ''),
  locale text NOT NULL CHECK (locale IN ('en', 'fr')),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  done_at timestamptz
);
CREATE INDEX contact_messages_created_at_idx ON contact_messages (created_at DESC);

-- One row for each message and recipient: written before the first try, so that a crash never sends twice unseen.
CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- What is said about what: "order-confirmation:<order id>".
  message text NOT NULL,
  recipient text NOT NULL,
  user_id uuid REFERENCES users ON DELETE RESTRICT,
  is_marketing boolean NOT NULL DEFAULT false,
  consent_checked_at timestamptz,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed')),
  message_id text NOT NULL UNIQUE,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  UNIQUE (message, recipient),
  CONSTRAINT mails_marketing_checked CHECK (NOT is_marketing OR state <> 'sent' OR consent_checked_at IS NOT NULL)
);
CREATE INDEX mails_user_id_idx ON mails (user_id);

-- Addresses that get nothing more, as SHA-256, so that the refusal survives erasure.
CREATE TABLE mail_suppressions (
  email_hash bytea PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('unsubscribed', 'bounced', 'complained', 'erased')),
  at timestamptz NOT NULL DEFAULT now()
);
