-- Up Migration
-- Secrets of an endpoint that were replaced within the day of the one before them: sealed, oldest first. They sign as long as that one does.

ALTER TABLE webhook_endpoints ADD COLUMN between_secrets text[];
