-- Up Migration
-- The French templates call a ticket what the shop's pages call it.

UPDATE answer_templates SET
  name = 'Where my tickets are · Où sont mes tickets',
  text_fr = E'Bonjour {{name}},\n\nLes tickets de votre commande {{order}} se trouvent dans votre compte. L’e-mail de confirmation indique aussi leurs numéros.\n\nCordialement,\n{{shop}}'
WHERE name = 'Where my tickets are · Où sont mes billets';
