CREATE TABLE "estate_change" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "estate_change_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"from" bigint NOT NULL,
	"to" bigint NOT NULL,
	"changed_in" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "estate_outline" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"estate_version" integer NOT NULL,
	"outline" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_change" (
	"org_id" uuid NOT NULL,
	"series_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"changed_in" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reading_change_series_id_from_day_to_day_pk" PRIMARY KEY("series_id","from_day","to_day")
);
--> statement-breakpoint
ALTER TABLE "estate_change" ADD CONSTRAINT "estate_change_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estate_outline" ADD CONSTRAINT "estate_outline_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_change" ADD CONSTRAINT "reading_change_org_id_series_id_series_org_id_series_id_fk" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."series"("org_id","series_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "estate_change_org" ON "estate_change" USING btree ("org_id","changed_in");--> statement-breakpoint
CREATE INDEX "estate_change_at" ON "estate_change" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "reading_change_org" ON "reading_change" USING btree ("org_id","changed_in");--> statement-breakpoint
CREATE INDEX "reading_change_at" ON "reading_change" USING btree ("changed_at");