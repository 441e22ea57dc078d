-- Up Migration
-- Validates the constraints of 0129 without locking out writers.

ALTER TABLE journal_entries VALIDATE CONSTRAINT journal_entries_kind_check;
ALTER TABLE journal_lines VALIDATE CONSTRAINT journal_lines_account_check;
