-- Up Migration
-- An address that may still be brought back to its account is looked for whenever somebody wants one.

CREATE INDEX verifications_undo_idx ON verifications (value) WHERE identifier LIKE 'undo-email:%';
