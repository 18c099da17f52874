CREATE TABLE "correction" (
	"correction_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"removed_at" timestamp with time zone,
	CONSTRAINT "correction_of_org" UNIQUE("org_id","correction_id")
);
--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "correction_id" uuid;--> statement-breakpoint
ALTER TABLE "correction" ADD CONSTRAINT "correction_org_id_zone_id_zone_org_id_zone_id_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correction_zone" ON "correction" USING btree ("org_id","zone_id","from");--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_org_id_correction_id_correction_org_id_correction_id_fk" FOREIGN KEY ("org_id","correction_id") REFERENCES "public"."correction"("org_id","correction_id") ON DELETE no action ON UPDATE no action;