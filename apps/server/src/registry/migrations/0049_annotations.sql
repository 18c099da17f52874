CREATE TABLE "annotation" (
	"annotation_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "annotation_org_annotation" UNIQUE("org_id","annotation_id"),
	CONSTRAINT "annotation_order" CHECK ("annotation"."end_date" >= "annotation"."start_date")
);
--> statement-breakpoint
ALTER TABLE "annotation" ADD CONSTRAINT "annotation_location_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotation_days" ON "annotation" USING btree ("org_id","start_date","end_date");