ALTER TABLE "outbox_message" DROP CONSTRAINT "outbox_message_message_id_unique";--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox_message" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "local_user" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit_entry" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_recipient" ON "outbox_message" USING btree (lower("recipient"),"created_at");--> statement-breakpoint
CREATE INDEX "invitation_user" ON "invitation" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_sftp_key" ON "organization" USING btree (split_part("sftp_public_key", ' ', 2)) WHERE "organization"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox_message" USING btree ("next_attempt_at") WHERE "outbox_message"."sent_at" is null and "outbox_message"."failed_at" is null;--> statement-breakpoint
ALTER TABLE "outbox_message" DROP COLUMN "message_id";--> statement-breakpoint
ALTER TABLE "organization" DROP COLUMN "sso_conn_id";