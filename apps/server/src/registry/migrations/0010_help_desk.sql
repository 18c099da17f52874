CREATE TABLE "desk_company" (
	"company_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"desk" text NOT NULL,
	"external_id" text,
	"name" text NOT NULL,
	"asked_at" timestamp with time zone,
	"known_to" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desk_company_once" UNIQUE("org_id","desk")
);
--> statement-breakpoint
CREATE TABLE "desk_contact" (
	"contact_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"desk" text NOT NULL,
	"external_id" text,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desk_contact_once" UNIQUE("location_id","desk")
);
--> statement-breakpoint
CREATE TABLE "desk_ticket" (
	"ticket_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid,
	"desk" text NOT NULL,
	"external_id" text,
	"ticket_type" text NOT NULL,
	"group_id" bigint,
	"subject" text NOT NULL,
	"notes" text,
	"status" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "create_fresh_desk_contact" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "installation_options" jsonb DEFAULT '{"createInstallationTicket":false,"ticketType":"Installation Event","notes":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_company" ADD CONSTRAINT "desk_company_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_contact" ADD CONSTRAINT "desk_contact_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_ticket" ADD CONSTRAINT "desk_ticket_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_ticket" ADD CONSTRAINT "desk_ticket_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "desk_ticket_once" ON "desk_ticket" USING btree ("org_id","desk","external_id") WHERE "desk_ticket"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "desk_ticket_org" ON "desk_ticket" USING btree ("org_id","desk","created_at");--> statement-breakpoint
CREATE INDEX "desk_ticket_location" ON "desk_ticket" USING btree ("location_id");