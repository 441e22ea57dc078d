-- Up Migration
-- People who came by post and have no account: how to reach them, and whose they were found to be; and which passwords have an older hash.

-- `contact_email` stood on a card whose address belongs to somebody else's account, or to one that nobody has confirmed. It opens nothing.
-- `joined_to` is the account whose confirmed address, name and birth date are theirs. Their tickets keep their owner; the account sees them.
ALTER TABLE users
  ADD COLUMN contact_email text CHECK (contact_email = lower(contact_email)),
  ADD COLUMN joined_to uuid REFERENCES users ON DELETE RESTRICT,
  ADD CONSTRAINT users_joined_have_no_address CHECK (joined_to IS NULL OR (email IS NULL AND joined_to <> id)),
  DROP CONSTRAINT users_erased_is_empty,
  ADD CONSTRAINT users_erased_is_empty CHECK (
    erased_at IS NULL OR (email IS NULL AND contact_email IS NULL AND joined_to IS NULL AND first_name = '' AND last_name = '' AND phone IS NULL AND birth_date IS NULL AND county IS NULL)
  );
CREATE INDEX users_contact_email_idx ON users (contact_email) WHERE contact_email IS NOT NULL;
CREATE INDEX users_joined_to_idx ON users (joined_to) WHERE joined_to IS NOT NULL;

-- The back office finds them by that address, too.
ALTER TABLE users DROP COLUMN search_text;
ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(first_name || ' ' || last_name || E'\n' || coalesce(email, contact_email, '') || E'\n' || coalesce(phone, ''))
) STORED;

-- While anybody's hash is of the kind before, everybody pays for both when signing in, and so it has to be known whether there is one.
CREATE INDEX credentials_older_hash_idx ON credentials (id) WHERE NOT starts_with(password, '$argon2id$v=19$m=19456,t=2,p=1$');
