CREATE TABLE "occupancy_reset" (
	"occupancy_reset_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"reset_date" timestamp with time zone NOT NULL,
	"occupants" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "occupancy_reset" ADD CONSTRAINT "occupancy_reset_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "occupancy_reset_once" ON "occupancy_reset" USING btree ("space_id","reset_date") WHERE "occupancy_reset"."deleted_at" is null;