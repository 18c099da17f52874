CREATE TABLE "forecast_run" (
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"day" date NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"series_id" integer,
	CONSTRAINT "forecast_run_org_id_location_id_pk" PRIMARY KEY("org_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "forecast_score" (
	"org_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"verdict" text NOT NULL,
	"model" text,
	"origins" integer NOT NULL,
	"coverage" double precision,
	"scores" jsonb NOT NULL,
	CONSTRAINT "forecast_score_org_id_zone_id_pk" PRIMARY KEY("org_id","zone_id")
);
--> statement-breakpoint
ALTER TABLE "forecast_run" ADD CONSTRAINT "forecast_run_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_run" ADD CONSTRAINT "forecast_run_org_id_series_id_series_org_id_series_id_fk" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."series"("org_id","series_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_score" ADD CONSTRAINT "forecast_score_org_id_zone_id_zone_org_id_zone_id_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forecast_score_location" ON "forecast_score" USING btree ("org_id","location_id");