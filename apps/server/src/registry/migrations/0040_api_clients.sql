CREATE TABLE "api_client" (
	"client_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_used_at" timestamp with time zone,
	"request_count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "api_client_of_org" UNIQUE("org_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "api_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_client" ADD CONSTRAINT "api_client_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_client" ADD CONSTRAINT "api_client_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_org_id_client_id_api_client_org_id_client_id_fk" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."api_client"("org_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_client_org" ON "api_client" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "api_client_user" ON "api_client" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_token_client" ON "api_token" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "api_token_expires" ON "api_token" USING btree ("expires_at");