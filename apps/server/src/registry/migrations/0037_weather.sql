CREATE TABLE "weather_day" (
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"day" date NOT NULL,
	"hours" jsonb NOT NULL,
	CONSTRAINT "weather_day_org_id_location_id_day_pk" PRIMARY KEY("org_id","location_id","day")
);
--> statement-breakpoint
ALTER TABLE "weather_day" ADD CONSTRAINT "weather_day_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE cascade ON UPDATE no action;