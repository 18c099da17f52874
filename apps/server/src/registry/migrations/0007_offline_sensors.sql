CREATE TABLE "listening_stretch" (
	"from" timestamp with time zone PRIMARY KEY NOT NULL,
	"to" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offline_sensor" (
	"offline_sensor_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"cause" text,
	"acknowledged_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"resolved_date" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offline_sensor" ADD CONSTRAINT "offline_sensor_org_id_sensor_id_sensor_org_id_sensor_id_fk" FOREIGN KEY ("org_id","sensor_id") REFERENCES "public"."sensor"("org_id","sensor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offline_sensor_open" ON "offline_sensor" USING btree ("sensor_id") WHERE "offline_sensor"."resolved_date" is null;--> statement-breakpoint
CREATE INDEX "offline_sensor_sensor" ON "offline_sensor" USING btree ("sensor_id","created_at");--> statement-breakpoint
CREATE INDEX "offline_sensor_resolved" ON "offline_sensor" USING btree ("org_id","resolved_date");--> statement-breakpoint
CREATE INDEX "offline_sensor_told" ON "offline_sensor" USING btree ("org_id","told_at");--> statement-breakpoint
-- When anything was last heard of a device on that day. The ledger is written with every body anyway.
ALTER TABLE ledger ADD COLUMN last_at timestamptz;
--> statement-breakpoint
-- Of what was counted before nobody wrote down when: at the latest now.
UPDATE ledger SET last_at = least(now(), (day + 1)::timestamp AT TIME ZONE 'UTC');
