ALTER TABLE "zone_setting" ADD COLUMN "counter_reset" text;--> statement-breakpoint
ALTER TABLE "zone_setting" ADD COLUMN "counter_mode" text DEFAULT 'cumulative' NOT NULL;