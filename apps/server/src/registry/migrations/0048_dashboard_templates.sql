CREATE TABLE "dashboard_template" (
	"dashboard_template_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"template_category" text,
	"template_tags" text[] NOT NULL,
	"publish_to_gallery" boolean DEFAULT false NOT NULL,
	"widgets" json NOT NULL,
	"image_file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "dashboard_template" ADD CONSTRAINT "dashboard_template_image_file_id_stored_file_file_id_fk" FOREIGN KEY ("image_file_id") REFERENCES "public"."stored_file"("file_id") ON DELETE no action ON UPDATE no action;