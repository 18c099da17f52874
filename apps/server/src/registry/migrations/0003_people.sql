CREATE TABLE "attachment" (
	"attachment_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"notes" text DEFAULT 'no notes' NOT NULL,
	"is_image" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"invitation_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invitee_email" text NOT NULL,
	"invite_role" integer NOT NULL,
	"status" text NOT NULL,
	"expiration" timestamp with time zone NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meta_property" (
	"meta_property_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "organization_address" (
	"org_address_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"street" text,
	"street2" text,
	"city" text,
	"state" text,
	"country" text,
	"postal_code" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "organization_contact" (
	"org_contact_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" text,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"type" text,
	"notes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sso_connection" (
	"sso_connection_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret_sealed" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sso_connection_org_id_unique" UNIQUE("org_id")
);
--> statement-breakpoint
CREATE TABLE "sso_domain" (
	"domain" text PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sso_identity" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sso_identity_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "sso_identity_user" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "reset_key" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "terms_acceptance" (
	"user_id" uuid NOT NULL,
	"terms_version" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "terms_acceptance_user_id_terms_version_pk" PRIMARY KEY("user_id","terms_version")
);
--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_org_id_user_id_local_user_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."local_user"("org_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meta_property" ADD CONSTRAINT "meta_property_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_address" ADD CONSTRAINT "organization_address_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_contact" ADD CONSTRAINT "organization_contact_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_domain" ADD CONSTRAINT "sso_domain_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_identity" ADD CONSTRAINT "sso_identity_org_id_user_id_local_user_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."local_user"("org_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_key" ADD CONSTRAINT "reset_key_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_acceptance" ADD CONSTRAINT "terms_acceptance_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_entity" ON "attachment" USING btree ("org_id","entity_type","entity_id");--> statement-breakpoint
CREATE INDEX "invitation_org" ON "invitation" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "meta_property_once" ON "meta_property" USING btree ("entity_id",lower("name")) WHERE "meta_property"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "meta_property_name" ON "meta_property" USING btree ("org_id","name");--> statement-breakpoint
CREATE INDEX "organization_address_org" ON "organization_address" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "organization_contact_org" ON "organization_contact" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "sso_domain_org" ON "sso_domain" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "reset_key_user" ON "reset_key" USING btree ("user_id");
