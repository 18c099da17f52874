-- Part of every PostgreSQL, and trusted: whoever may create tables may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower(action || ' ' || coalesce(entity_id, '') || ' ' || coalesce(detail::text, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_searched" ON "audit_entry" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
-- Whoever has accepted the terms of service may do more at once, on every node.
DROP TRIGGER local_user_access ON local_user;--> statement-breakpoint
CREATE TRIGGER local_user_access AFTER UPDATE OF org_id, scope, role_id, password_hash, first_login, login_disabled, expiration, deleted_at
  ON local_user FOR EACH ROW EXECUTE FUNCTION atrium_notify_access();
