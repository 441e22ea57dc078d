-- Up Migration
-- What only the operator can know of the shop: confirmed or withdrawn, in words of their own or in the software's. The newest row of a
-- key counts. `help`: the telephone numbers and addresses of the organisations that help were checked.

CREATE TABLE operator_statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL CHECK (key <> '' AND length(key) <= 40),
  is_confirmed boolean NOT NULL,
  text_en text CHECK (text_en <> '' AND length(text_en) <= 2000),
  text_fr text CHECK (text_fr <> '' AND length(text_fr) <= 2000),
  stated_at timestamptz NOT NULL,
  stated_by uuid REFERENCES users,
  CHECK ((text_en IS NULL) = (text_fr IS NULL))
);
