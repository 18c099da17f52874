ALTER TABLE "zone" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "occupancy_reset" ADD CONSTRAINT "occupancy_reset_occupants" CHECK ("occupancy_reset"."occupants" >= 0);--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_type" CHECK ("site"."site_type" BETWEEN 1 AND 4);--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_node_count" CHECK ("site"."node_count" >= 0);--> statement-breakpoint
ALTER TABLE "schedule_assignment" ADD CONSTRAINT "schedule_assignment_dates" CHECK ("schedule_assignment"."start_date" <= "schedule_assignment"."end_date");--> statement-breakpoint
ALTER TABLE "schedule_exception" ADD CONSTRAINT "schedule_exception_type" CHECK ("schedule_exception"."type" BETWEEN 0 AND 3);--> statement-breakpoint
ALTER TABLE "schedule_exception" ADD CONSTRAINT "schedule_exception_dates" CHECK ("schedule_exception"."start_date" <= "schedule_exception"."end_date");--> statement-breakpoint
ALTER TABLE "schedule_period" ADD CONSTRAINT "schedule_period_weekday" CHECK ("schedule_period"."weekday" BETWEEN 0 AND 6);