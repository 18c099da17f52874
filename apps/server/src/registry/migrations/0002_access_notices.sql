-- Whoever changes what a person may do, the open sessions and sockets of that person are looked at again at once:
-- the notification is part of the table, so that no writer can forget it.
CREATE FUNCTION atrium_notify_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed uuid := coalesce(NEW.user_id, OLD.user_id);
BEGIN
  PERFORM pg_notify('atrium_access', to_json(changed)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION atrium_notify_organization_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atrium_access', to_json(user_id)::text) FROM local_user WHERE org_id = NEW.org_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER local_user_access AFTER UPDATE OF org_id, scope, role_id, password_hash, login_disabled, expiration, deleted_at
  ON local_user FOR EACH ROW EXECUTE FUNCTION atrium_notify_access();
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION atrium_notify_access();
--> statement-breakpoint
CREATE TRIGGER location_assignment_access AFTER INSERT OR UPDATE OR DELETE
  ON location_assignment FOR EACH ROW EXECUTE FUNCTION atrium_notify_access();
--> statement-breakpoint
-- Every change but those of the estate, which come with each edited place.
CREATE TRIGGER organization_access AFTER UPDATE ON organization FOR EACH ROW
  WHEN (OLD.estate_version = NEW.estate_version) EXECUTE FUNCTION atrium_notify_organization_access();
