CREATE TABLE "device_config" (
	"device_config_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"config" jsonb NOT NULL,
	"first_reported_at" timestamp with time zone NOT NULL,
	"last_reported_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vendor_license" (
	"vendor_license_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"license_key" text NOT NULL,
	"type" text NOT NULL,
	"expiration" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "device_config" ADD CONSTRAINT "device_config_org_id_sensor_id_sensor_org_id_sensor_id_fk" FOREIGN KEY ("org_id","sensor_id") REFERENCES "public"."sensor"("org_id","sensor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_license" ADD CONSTRAINT "vendor_license_org_id_sensor_id_sensor_org_id_sensor_id_fk" FOREIGN KEY ("org_id","sensor_id") REFERENCES "public"."sensor"("org_id","sensor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_config_sensor" ON "device_config" USING btree ("sensor_id","first_reported_at");--> statement-breakpoint
CREATE INDEX "vendor_license_sensor" ON "vendor_license" USING btree ("sensor_id");