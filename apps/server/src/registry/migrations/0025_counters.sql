CREATE TABLE "counter_hour" (
	"org_id" uuid NOT NULL,
	"series_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"seconds" smallint[] NOT NULL,
	"ins" bigint[] NOT NULL,
	"outs" bigint[] NOT NULL,
	CONSTRAINT "counter_hour_series_id_hour_pk" PRIMARY KEY("series_id","hour")
);
--> statement-breakpoint
ALTER TABLE "counter_hour" ADD CONSTRAINT "counter_hour_org_id_series_id_series_org_id_series_id_fk" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."series"("org_id","series_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counter_hour_org" ON "counter_hour" USING btree ("org_id");