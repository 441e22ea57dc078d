-- Up Migration
-- Telephone numbers as they are dialled from anywhere, of which the shop stores no others any more. What cannot be read stays as it was typed.
UPDATE users SET phone = dialled.number FROM (
  SELECT id, regexp_replace(replace(phone, '(0)', ''), '[\s()./-]', '', 'g') AS digits FROM users WHERE phone IS NOT NULL
) AS typed, LATERAL (SELECT CASE
  WHEN digits ~ '^\+[1-9]\d{6,14}$' THEN digits
  WHEN digits ~ '^00[1-9]\d{6,14}$' THEN '+' || substr(digits, 3)
  WHEN digits ~ '^0[1-9]\d{8,9}$' THEN '+44' || substr(digits, 2)
END AS number) AS dialled
WHERE users.id = typed.id AND dialled.number IS NOT NULL;

UPDATE retained_contacts SET phone = dialled.number FROM (
  SELECT user_id, regexp_replace(replace(phone, '(0)', ''), '[\s()./-]', '', 'g') AS digits FROM retained_contacts WHERE phone IS NOT NULL
) AS typed, LATERAL (SELECT CASE
  WHEN digits ~ '^\+[1-9]\d{6,14}$' THEN digits
  WHEN digits ~ '^00[1-9]\d{6,14}$' THEN '+' || substr(digits, 3)
  WHEN digits ~ '^0[1-9]\d{8,9}$' THEN '+44' || substr(digits, 2)
END AS number) AS dialled
WHERE retained_contacts.user_id = typed.user_id AND dialled.number IS NOT NULL;
