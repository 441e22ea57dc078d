-- Up Migration
-- The part of a picture that stays in sight where a page crops it, in percent from its left and upper edge. A picture without a row
-- keeps its default. It belongs to the picture and not to the draw: it changes nothing that was advertised.

CREATE TABLE focal_points (
  picture_url text PRIMARY KEY CHECK (picture_url ~ '^/media/[0-9a-f]{32}p?$'),
  x smallint NOT NULL CHECK (x BETWEEN 0 AND 100),
  y smallint NOT NULL CHECK (y BETWEEN 0 AND 100)
);
