-- Up Migration
-- What people type to find somebody, without capitals and accents; and a number of an order that can be read out over the telephone.

-- "Dûpont", "DUPONT" and "dupont" are one, so are "Œuvre" and "oeuvre", and an apostrophe however it is set.
CREATE FUNCTION plain(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT replace(replace(replace(
    lower(translate(regexp_replace(normalize(typed, NFKD), '[\u0300-\u036f]+', '', 'g'), 'ŒÆØŁĐ’ʼ‘', 'œæøłđ''''''')),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss')
$$;

ALTER TABLE users DROP COLUMN search_text;
ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  plain(first_name || ' ' || last_name || E'\n' || coalesce(email, contact_email, '') || E'\n' || coalesce(phone, ''))
) STORED;

-- Eight signs, of which none looks like another one and no word is made: no vowels, no B, D, L, S, Z, and of the figures 3, 4, 6, 7 and 9.
-- It begins with a letter, so that it is no telephone number. Chosen by lot: it tells nobody how much is sold.
ALTER TABLE orders ADD COLUMN order_number text;
CREATE UNIQUE INDEX orders_order_number_idx ON orders (order_number);

CREATE FUNCTION new_order_number() RETURNS text LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  signs CONSTANT text := 'CFGHJKMNPQRTVWXY34679';
  made text;
BEGIN
  LOOP
    made := substr(signs, 1 + floor(random() * 16)::integer, 1);
    FOR i IN 2..8 LOOP
      made := made || substr(signs, 1 + floor(random() * 21)::integer, 1);
    END LOOP;
    made := left(made, 4) || '-' || right(made, 4);
    EXIT WHEN NOT EXISTS (SELECT FROM orders WHERE order_number = made);
  END LOOP;
  RETURN made;
END $$;

UPDATE orders SET order_number = new_order_number();
ALTER TABLE orders ALTER COLUMN order_number SET DEFAULT new_order_number(), ALTER COLUMN order_number SET NOT NULL;
ALTER TABLE orders ADD CONSTRAINT orders_order_number_form CHECK (order_number ~ '^[CFGHJKMNPQRTVWXY][CFGHJKMNPQRTVWXY34679]{3}-[CFGHJKMNPQRTVWXY34679]{4}$');

-- The log is asked for what was done to somebody or something by its id alone.
CREATE INDEX audit_log_subject_id_idx ON audit_log (subject_id, id);
