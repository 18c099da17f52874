CREATE TABLE "mapping" (
	"mapping_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "mapping_code_unique" UNIQUE("code"),
	CONSTRAINT "mapping_org_id" UNIQUE("org_id","mapping_id")
);
--> statement-breakpoint
CREATE TABLE "mapping_version" (
	"org_id" uuid NOT NULL,
	"mapping_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"spec" jsonb NOT NULL,
	"fixture" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "mapping_version_mapping_id_version_pk" PRIMARY KEY("mapping_id","version")
);
--> statement-breakpoint
ALTER TABLE "mapping" ADD CONSTRAINT "mapping_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mapping_version" ADD CONSTRAINT "mapping_version_org_id_mapping_id_mapping_org_id_mapping_id_fk" FOREIGN KEY ("org_id","mapping_id") REFERENCES "public"."mapping"("org_id","mapping_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mapping_version_org" ON "mapping_version" USING btree ("org_id");