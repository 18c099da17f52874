CREATE TABLE "expected_wait_mapping" (
	"expected_wait_mapping_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"head_zone_id" uuid NOT NULL,
	"throughput_sample_interval" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "expected_wait_mapping_interval" CHECK ("expected_wait_mapping"."throughput_sample_interval" BETWEEN 1 AND 120)
);
--> statement-breakpoint
CREATE TABLE "queue_mapping" (
	"queue_mapping_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"queue_zone_id" uuid NOT NULL,
	"service_zone_id" uuid,
	"queue_occupancy_zone_id" uuid,
	"service_occupancy_zone_id" uuid,
	"depth_config" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "zone_count_mapping" (
	"zone_count_mapping_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"dwell_zone_id" uuid,
	"passerby_zone_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "expected_wait_mapping" ADD CONSTRAINT "expected_wait_mapping_location_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expected_wait_mapping" ADD CONSTRAINT "expected_wait_mapping_space_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expected_wait_mapping" ADD CONSTRAINT "expected_wait_mapping_head_fk" FOREIGN KEY ("org_id","head_zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_mapping" ADD CONSTRAINT "queue_mapping_location_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_mapping" ADD CONSTRAINT "queue_mapping_queue_fk" FOREIGN KEY ("org_id","queue_zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_mapping" ADD CONSTRAINT "queue_mapping_service_fk" FOREIGN KEY ("org_id","service_zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_mapping" ADD CONSTRAINT "queue_mapping_queue_occupancy_fk" FOREIGN KEY ("org_id","queue_occupancy_zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_mapping" ADD CONSTRAINT "queue_mapping_service_occupancy_fk" FOREIGN KEY ("org_id","service_occupancy_zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_count_mapping" ADD CONSTRAINT "zone_count_mapping_location_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_count_mapping" ADD CONSTRAINT "zone_count_mapping_zone_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_count_mapping" ADD CONSTRAINT "zone_count_mapping_dwell_fk" FOREIGN KEY ("org_id","dwell_zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_count_mapping" ADD CONSTRAINT "zone_count_mapping_passerby_fk" FOREIGN KEY ("org_id","passerby_zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expected_wait_mapping_location" ON "expected_wait_mapping" USING btree ("location_id");--> statement-breakpoint
CREATE UNIQUE INDEX "expected_wait_mapping_space" ON "expected_wait_mapping" USING btree ("space_id") WHERE "expected_wait_mapping"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "queue_mapping_location" ON "queue_mapping" USING btree ("location_id");--> statement-breakpoint
CREATE UNIQUE INDEX "queue_mapping_queue" ON "queue_mapping" USING btree ("queue_zone_id") WHERE "queue_mapping"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "queue_mapping_service" ON "queue_mapping" USING btree ("service_zone_id") WHERE "queue_mapping"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "queue_mapping_queue_occupancy" ON "queue_mapping" USING btree ("queue_occupancy_zone_id") WHERE "queue_mapping"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "queue_mapping_service_occupancy" ON "queue_mapping" USING btree ("service_occupancy_zone_id") WHERE "queue_mapping"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "zone_count_mapping_location" ON "zone_count_mapping" USING btree ("location_id");--> statement-breakpoint
CREATE UNIQUE INDEX "zone_count_mapping_zone" ON "zone_count_mapping" USING btree ("zone_id") WHERE "zone_count_mapping"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "zone_count_mapping_dwell" ON "zone_count_mapping" USING btree ("dwell_zone_id") WHERE "zone_count_mapping"."deleted_at" is null;