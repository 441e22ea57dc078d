-- Up Migration
-- Functions that guard tables find them in the shop's schema, whatever the session that calls them has set: a temporary table could pass for one.

DO $$
DECLARE each regprocedure;
BEGIN
  FOR each IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', each);
  END LOOP;
END $$;
