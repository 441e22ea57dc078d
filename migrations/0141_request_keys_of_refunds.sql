-- Up Migration
-- A form of a partial refund that is sent twice refunds once (docs/decisions/0116).

ALTER TABLE refunds ADD COLUMN request_key uuid UNIQUE;
