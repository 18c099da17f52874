-- Where people sign in decides what they owe: a connection that comes or goes acts on their sockets at once, on every node.
CREATE OR REPLACE FUNCTION atrium_notify_organization_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed uuid := coalesce(NEW.org_id, OLD.org_id);
BEGIN
  PERFORM pg_notify('atrium_access', to_json(user_id)::text) FROM local_user WHERE org_id = changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sso_connection_access AFTER INSERT OR DELETE
  ON sso_connection FOR EACH ROW EXECUTE FUNCTION atrium_notify_organization_access();
