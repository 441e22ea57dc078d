-- Up Migration
-- A receipt shows the name that its buyer had on the day of the order. Each change of a name adds the former one: [{"until": instant, "name": text}].
-- Names that were changed before this migration are not known; those receipts show the current name. Erasing the person empties the list.

ALTER TABLE users ADD COLUMN former_names jsonb NOT NULL DEFAULT '[]';
