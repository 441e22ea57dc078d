-- Up Migration
-- Each further message of a conversation keeps the name and address with which it was sent.
ALTER TABLE conversation_entries
  ADD COLUMN name text CHECK (name <> ''),
  ADD COLUMN email text CHECK (email <> '');

UPDATE answer_templates SET name = replace(name, 'Où sont mes billets', 'Où sont mes tickets'),
  text_fr = replace(replace(text_fr, 'Les billets de votre', 'Les tickets de votre'), '« Mes billets »', '« Mes tickets »')
WHERE name = 'Where my tickets are · Où sont mes billets';
