ALTER TABLE "series" ALTER COLUMN "zone_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ALTER COLUMN "site_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ALTER COLUMN "count_filter" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ALTER COLUMN "count_application" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ALTER COLUMN "perimeter" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "owner" text DEFAULT 'zone' NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "space_id" uuid;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_space" ON "series" USING btree ("space_id","measure","from");--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_owner" CHECK (CASE "series"."owner"
        WHEN 'zone' THEN "series"."space_id" IS NULL
          AND num_nulls("series"."zone_id", "series"."site_id", "series"."count_filter", "series"."count_application", "series"."perimeter") = 0
        WHEN 'space' THEN "series"."space_id" IS NOT NULL
          AND num_nonnulls("series"."zone_id", "series"."site_id", "series"."count_filter", "series"."count_application", "series"."perimeter") = 0
        WHEN 'location' THEN "series"."space_id" IS NULL
          AND num_nonnulls("series"."zone_id", "series"."site_id", "series"."count_filter", "series"."count_application", "series"."perimeter") = 0
        ELSE false END);