-- Up Migration
-- Each entry of the audit log is a link of a chain of hashes (docs/decisions/0037): who changes, removes or slips in an old one breaks it.

-- The content of an entry, whatever the session's time zone; the names of its fields in this order are "concours-audit/1".
CREATE FUNCTION audit_digest(entry audit_log) RETURNS bytea LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT sha256(convert_to(jsonb_build_array('concours-audit/1', entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.actor_id, entry.actor, entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after, entry.reason)::text, 'UTF8'))
$$;

CREATE TABLE audit_chain (
  -- The order in which the entries were committed, without gaps. The log's own numbers are given out earlier, and may have gaps.
  seq bigint PRIMARY KEY,
  -- No foreign key: the link of an entry stays where a court has the entry removed.
  audit_id bigint NOT NULL UNIQUE,
  digest bytea NOT NULL,
  hash bytea NOT NULL
);

-- Whoever inserts names the entry; the rest is made here, one after the other.
CREATE FUNCTION audit_chain_link() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  entry audit_log;
  last audit_chain;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_chain'));
  SELECT * INTO STRICT entry FROM audit_log WHERE id = NEW.audit_id;
  SELECT * INTO last FROM audit_chain ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last.seq, 0) + 1;
  NEW.digest := audit_digest(entry);
  NEW.hash := sha256(coalesce(last.hash, ''::bytea) || NEW.digest);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_chain_link BEFORE INSERT ON audit_chain FOR EACH ROW EXECUTE FUNCTION audit_chain_link();
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain EXECUTE FUNCTION refuse_change();

INSERT INTO audit_chain (audit_id) SELECT id FROM audit_log ORDER BY id;

-- At the commit, so that nobody waits for the lock longer than somebody else's commit takes, and whoever has it waits for nothing.
CREATE FUNCTION audit_log_chain() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO audit_chain (audit_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_log_chain AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION audit_log_chain();
