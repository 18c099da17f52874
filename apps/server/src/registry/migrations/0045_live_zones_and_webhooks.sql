CREATE TABLE "webhook" (
	"webhook_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "webhook_org" UNIQUE("org_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "zone_state" (
	"zone_id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"count_application" integer NOT NULL,
	"day_from" timestamp with time zone NOT NULL,
	"day_to" timestamp with time zone NOT NULL,
	"closed_served" bigint NOT NULL,
	"closed_occupied" double precision NOT NULL,
	"closed_got" double precision NOT NULL,
	"tail_from" timestamp with time zone NOT NULL,
	"levels" json NOT NULL,
	"visits" json NOT NULL,
	"refold_since" timestamp with time zone,
	"refold_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox_message" ADD COLUMN "webhook_id" uuid;--> statement-breakpoint
ALTER TABLE "zone_state" ADD CONSTRAINT "zone_state_org_id_zone_id_zone_org_id_zone_id_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_of_org" ON "webhook" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "zone_state_refold" ON "zone_state" USING btree ("refold_since");--> statement-breakpoint
CREATE INDEX "zone_state_org" ON "zone_state" USING btree ("org_id");--> statement-breakpoint
ALTER TABLE "outbox_message" ADD CONSTRAINT "outbox_message_webhook_id_webhook_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("webhook_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_webhook" ON "outbox_message" USING btree ("webhook_id","created_at");