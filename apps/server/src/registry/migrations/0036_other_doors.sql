ALTER TABLE "push_attempt" ALTER COLUMN "push_key_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_attempt" ALTER COLUMN "status" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_attempt" ADD COLUMN "mqtt_broker_id" uuid;--> statement-breakpoint
ALTER TABLE "push_attempt" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "push_attempt" ADD CONSTRAINT "push_attempt_org_id_mqtt_broker_id_mqtt_broker_org_id_mqtt_broker_id_fk" FOREIGN KEY ("org_id","mqtt_broker_id") REFERENCES "public"."mqtt_broker"("org_id","mqtt_broker_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_attempt_broker" ON "push_attempt" USING btree ("mqtt_broker_id","at");--> statement-breakpoint
ALTER TABLE "push_attempt" ADD CONSTRAINT "push_attempt_sender" CHECK (num_nonnulls("push_attempt"."push_key_id", "push_attempt"."mqtt_broker_id") = 1);--> statement-breakpoint
-- The certificate that a sensor's own one must match, where no public authority signed it.
ALTER TABLE package_request ADD COLUMN ca_certificate_sealed text;
