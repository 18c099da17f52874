ALTER TABLE "local_user" ADD COLUMN "limited_to_locations" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Who has assignments was limited so far, and stays so.
UPDATE "local_user" SET "limited_to_locations" = true
WHERE "user_id" IN (SELECT "user_id" FROM "location_assignment");--> statement-breakpoint
-- The end of a limit acts at once, on every node.
DROP TRIGGER local_user_access ON local_user;--> statement-breakpoint
CREATE TRIGGER local_user_access AFTER UPDATE OF org_id, scope, role_id, password_hash, first_login, login_disabled, expiration, deleted_at, limited_to_locations
  ON local_user FOR EACH ROW EXECUTE FUNCTION atrium_notify_access();--> statement-breakpoint
-- License keys that earlier versions wrote into the audit log.
UPDATE "audit_entry" SET "detail" = jsonb_set("detail", '{licenseKey}', '"••••••"')
WHERE "action" IN ('license-added', 'license-deleted') AND "detail" ? 'licenseKey';--> statement-breakpoint
UPDATE "audit_entry" SET "detail" = jsonb_set("detail", '{changed,licenseKey}', '["••••••", "••••••"]')
WHERE "action" = 'license-changed' AND "detail" -> 'changed' ? 'licenseKey';
