-- Up Migration
-- The English template names the heading of the profile.

UPDATE answer_templates SET text = replace(text, 'under “My tickets”', 'under “Tickets”')
WHERE name = 'Where my tickets are · Où sont mes tickets';
