CREATE TABLE "schedule" (
	"schedule_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"assign_to_new_locations" boolean DEFAULT false NOT NULL,
	"auto_assign" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "schedule_org_id" UNIQUE("org_id","schedule_id")
);
--> statement-breakpoint
CREATE TABLE "schedule_assignment" (
	"location_schedule_assignment_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "schedule_exception" (
	"schedule_exception_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid,
	"type" integer NOT NULL,
	"closed" boolean NOT NULL,
	"description" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"open_time" text,
	"close_time" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "schedule_period" (
	"schedule_period_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"schedule_version_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"open_time" text NOT NULL,
	"close_time" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_version" (
	"schedule_version_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"effective_date" date NOT NULL,
	CONSTRAINT "schedule_version_org_id" UNIQUE("org_id","schedule_version_id"),
	CONSTRAINT "schedule_version_once" UNIQUE("schedule_id","effective_date")
);
--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_assignment" ADD CONSTRAINT "schedule_assignment_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_assignment" ADD CONSTRAINT "schedule_assignment_org_id_schedule_id_schedule_org_id_schedule_id_fk" FOREIGN KEY ("org_id","schedule_id") REFERENCES "public"."schedule"("org_id","schedule_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_exception" ADD CONSTRAINT "schedule_exception_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_exception" ADD CONSTRAINT "schedule_exception_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_period" ADD CONSTRAINT "schedule_period_org_id_schedule_version_id_schedule_version_org_id_schedule_version_id_fk" FOREIGN KEY ("org_id","schedule_version_id") REFERENCES "public"."schedule_version"("org_id","schedule_version_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_version" ADD CONSTRAINT "schedule_version_org_id_schedule_id_schedule_org_id_schedule_id_fk" FOREIGN KEY ("org_id","schedule_id") REFERENCES "public"."schedule"("org_id","schedule_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_name" ON "schedule" USING btree ("org_id",lower("name")) WHERE "schedule"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "schedule_assignment_location" ON "schedule_assignment" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "schedule_assignment_schedule" ON "schedule_assignment" USING btree ("schedule_id");--> statement-breakpoint
CREATE INDEX "schedule_exception_scope" ON "schedule_exception" USING btree ("org_id","location_id","start_date");--> statement-breakpoint
CREATE INDEX "schedule_period_version" ON "schedule_period" USING btree ("schedule_version_id");