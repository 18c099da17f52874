ALTER TABLE "organization" ADD COLUMN "week_start" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_week_start" CHECK ("organization"."week_start" in (0, 1, 6));--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_currency" CHECK ("organization"."currency" ~ '^[A-Z]{3}$');