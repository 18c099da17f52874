CREATE TABLE "dashboard" (
	"dashboard_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"widgets" json NOT NULL,
	"bytes" integer NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "dashboard_org_dashboard" UNIQUE("org_id","dashboard_id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_edit" (
	"org_id" uuid NOT NULL,
	"dashboard_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"batch_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operations" json NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "dashboard_edit_dashboard_id_version_pk" PRIMARY KEY("dashboard_id","version"),
	CONSTRAINT "dashboard_edit_batch" UNIQUE("dashboard_id","batch_id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_publication" (
	"org_id" uuid NOT NULL,
	"dashboard_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "dashboard_publication_dashboard_id_user_id_pk" PRIMARY KEY("dashboard_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_revision" (
	"org_id" uuid NOT NULL,
	"dashboard_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"widgets" json NOT NULL,
	CONSTRAINT "dashboard_revision_dashboard_id_version_pk" PRIMARY KEY("dashboard_id","version")
);
--> statement-breakpoint
CREATE TABLE "dashboard_share" (
	"org_id" uuid NOT NULL,
	"dashboard_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dashboard_share_dashboard_id_user_id_pk" PRIMARY KEY("dashboard_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_view" (
	"org_id" uuid NOT NULL,
	"dashboard_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" json NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dashboard_view_dashboard_id_user_id_pk" PRIMARY KEY("dashboard_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "dashboard_edit" ADD CONSTRAINT "dashboard_edit_fk" FOREIGN KEY ("org_id","dashboard_id") REFERENCES "public"."dashboard"("org_id","dashboard_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_publication" ADD CONSTRAINT "dashboard_publication_fk" FOREIGN KEY ("org_id","dashboard_id") REFERENCES "public"."dashboard"("org_id","dashboard_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_revision" ADD CONSTRAINT "dashboard_revision_fk" FOREIGN KEY ("org_id","dashboard_id") REFERENCES "public"."dashboard"("org_id","dashboard_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_share" ADD CONSTRAINT "dashboard_share_fk" FOREIGN KEY ("org_id","dashboard_id") REFERENCES "public"."dashboard"("org_id","dashboard_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_view" ADD CONSTRAINT "dashboard_view_fk" FOREIGN KEY ("org_id","dashboard_id") REFERENCES "public"."dashboard"("org_id","dashboard_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dashboard_org" ON "dashboard" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "dashboard_owner" ON "dashboard" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "dashboard_edit_at" ON "dashboard_edit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "dashboard_publication_user" ON "dashboard_publication" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "dashboard_revision_at" ON "dashboard_revision" USING btree ("at");--> statement-breakpoint
CREATE INDEX "dashboard_share_user" ON "dashboard_share" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "dashboard_view_user" ON "dashboard_view" USING btree ("user_id");