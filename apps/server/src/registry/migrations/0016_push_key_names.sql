ALTER TABLE "push_key" ADD COLUMN "name" text DEFAULT 'Push key' NOT NULL;--> statement-breakpoint
ALTER TABLE "push_key" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "push_key" ADD COLUMN "first_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "push_key" ADD COLUMN "last_vendor" text;--> statement-breakpoint
ALTER TABLE "push_key" ADD COLUMN "last_device" text;