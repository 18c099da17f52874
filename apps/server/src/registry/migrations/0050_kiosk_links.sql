CREATE TABLE "kiosk_link" (
	"kiosk_link_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"by_staff" boolean NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"items" jsonb NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_seen_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "kiosk_link_of_org" UNIQUE("org_id","kiosk_link_id")
);
--> statement-breakpoint
ALTER TABLE "kiosk_link" ADD CONSTRAINT "kiosk_link_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kiosk_link" ADD CONSTRAINT "kiosk_link_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "kiosk_link_token" ON "kiosk_link" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "kiosk_link_org" ON "kiosk_link" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "kiosk_link_user" ON "kiosk_link" USING btree ("user_id");