-- Up Migration
-- Campaigns: one letter to many people. Each of them is a row of `mails`, as for every other mail.

CREATE TABLE campaigns (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  template text NOT NULL CHECK (template IN ('lottery-launch', 'lottery-ending-soon', 'weekly-update', 'vip-offer')),
  -- Emptied where a draw without orders is deleted; what is left of the campaign is then called off.
  lottery_id uuid REFERENCES lotteries ON DELETE SET NULL,
  subject text NOT NULL CHECK (subject <> ''),
  -- Plain text, its placeholders still in.
  content text NOT NULL CHECK (content <> ''),
  promotion_id uuid UNIQUE REFERENCES promotions ON DELETE RESTRICT,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'sending', 'paused', 'cancelled', 'done')),
  -- Sent by the page that asks, so that a double click is one campaign.
  request_key text UNIQUE,
  -- Chosen people to whom nothing may be sent: they have no row.
  refused integer NOT NULL DEFAULT 0 CHECK (refused >= 0),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- The last sign of life of whoever sends it.
  worked_at timestamptz,
  CONSTRAINT campaigns_started CHECK (state NOT IN ('sending', 'paused', 'done') OR started_at IS NOT NULL),
  CONSTRAINT campaigns_ended CHECK ((state IN ('cancelled', 'done')) = (ended_at IS NOT NULL))
);
CREATE INDEX campaigns_created_at_idx ON campaigns (created_at DESC);

ALTER TABLE mails ADD COLUMN campaign_id uuid REFERENCES campaigns ON DELETE RESTRICT;
-- When the next try is due, and when the last one began.
ALTER TABLE mails ADD COLUMN not_before timestamptz;
ALTER TABLE mails ADD COLUMN claimed_at timestamptz;
ALTER TABLE mails DROP CONSTRAINT mails_state_check;
ALTER TABLE mails ADD CONSTRAINT mails_state_check CHECK (
  state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed', 'cancelled')
);
ALTER TABLE mails ADD CONSTRAINT mails_campaign_is_marketing CHECK (
  campaign_id IS NULL OR (is_marketing AND user_id IS NOT NULL AND (state <> 'queued' OR not_before IS NOT NULL))
);
CREATE UNIQUE INDEX mails_campaign_once_idx ON mails (campaign_id, user_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX mails_campaign_state_idx ON mails (campaign_id, state) WHERE campaign_id IS NOT NULL;
CREATE INDEX mails_due_idx ON mails (campaign_id, not_before) WHERE state = 'queued';
CREATE INDEX mails_under_way_idx ON mails (claimed_at) WHERE state = 'sending' AND campaign_id IS NOT NULL;

-- What has left the shop cannot be called back, nor sent again by mistake; whoever writes the row.
CREATE FUNCTION mails_sent_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a mail that was sent stays sent' USING ERRCODE = 'check_violation', CONSTRAINT = 'mails_sent_is_final';
END $$;
CREATE TRIGGER mails_sent BEFORE UPDATE OF state ON mails FOR EACH ROW
  WHEN (OLD.state = 'sent' AND NEW.state <> 'sent') EXECUTE FUNCTION mails_sent_is_final();

-- Which kinds of advertising somebody does not want, though they agreed to others.
CREATE TABLE mail_refused_topics (
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  topic text NOT NULL CHECK (topic IN ('draws', 'weekly', 'offers')),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, topic)
);

-- One row: until when the mail server is busy with what was promised to it, over all processes.
CREATE TABLE mail_pace (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  free_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO mail_pace DEFAULT VALUES;
