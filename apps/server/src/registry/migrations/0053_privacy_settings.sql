ALTER TABLE "organization" ADD COLUMN "withhold_small_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "track_days" smallint DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "track_days_reduced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "tracks_erased_before" date;--> statement-breakpoint
ALTER TABLE "zone_setting" ADD COLUMN "wait_times" text DEFAULT 'sums' NOT NULL;--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_track_days" CHECK ("organization"."track_days" between 1 and 365);