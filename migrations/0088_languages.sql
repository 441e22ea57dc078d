-- Up Migration
-- A language is a folder of files: which there are, the shop finds out when it starts. Here only its code is kept, of ISO 639.
-- Not validated, since every row there is has passed a stricter check.

ALTER TABLE users DROP CONSTRAINT users_locale_check, ADD CONSTRAINT users_locale_check CHECK (locale ~ '^[a-z]{2,3}$') NOT VALID;
ALTER TABLE orders DROP CONSTRAINT orders_locale_check, ADD CONSTRAINT orders_locale_check CHECK (locale ~ '^[a-z]{2,3}$') NOT VALID;
ALTER TABLE contact_messages DROP CONSTRAINT contact_messages_locale_check, ADD CONSTRAINT contact_messages_locale_check CHECK (locale ~ '^[a-z]{2,3}$') NOT VALID;
ALTER TABLE staff_invitations DROP CONSTRAINT staff_invitations_locale_check, ADD CONSTRAINT staff_invitations_locale_check CHECK (locale ~ '^[a-z]{2,3}$') NOT VALID;
