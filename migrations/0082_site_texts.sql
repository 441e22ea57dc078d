-- Up Migration
-- What the operator has written instead of the shop's own long texts. Each saving is a row in all languages; one without a time is a draft.

CREATE TABLE site_texts (
  document text NOT NULL CHECK (document IN ('terms', 'privacy', 'cookies', 'faq', 'how_to_win', 'about', 'enter_free', 'announcements', 'footer')),
  version integer NOT NULL CHECK (version > 0),
  bodies jsonb NOT NULL CHECK (jsonb_typeof(bodies) = 'object' AND pg_column_size(bodies) < 1000000),
  publish_at timestamptz,
  saved_at timestamptz NOT NULL,
  saved_by uuid REFERENCES users,
  PRIMARY KEY (document, version)
);
