CREATE TABLE "heard_day" (
	"org_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"day" date NOT NULL,
	"minutes" bit(1440) NOT NULL,
	CONSTRAINT "heard_day_sensor_id_day_pk" PRIMARY KEY("sensor_id","day")
);
--> statement-breakpoint
CREATE TABLE "held_level" (
	"org_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"at" bigint NOT NULL,
	"last" integer NOT NULL,
	"lo" integer NOT NULL,
	"hi" integer NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "held_level_zone_id_measure_at_pk" PRIMARY KEY("zone_id","measure","at")
);
--> statement-breakpoint
CREATE TABLE "series_arrival" (
	"series_id" integer PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"first_at" timestamp with time zone,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "heard_day" ADD CONSTRAINT "heard_day_org_id_sensor_id_sensor_org_id_sensor_id_fk" FOREIGN KEY ("org_id","sensor_id") REFERENCES "public"."sensor"("org_id","sensor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_level" ADD CONSTRAINT "held_level_org_id_zone_id_zone_org_id_zone_id_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_arrival" ADD CONSTRAINT "series_arrival_org_id_series_id_series_org_id_series_id_fk" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."series"("org_id","series_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "heard_day_org" ON "heard_day" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "heard_day_day" ON "heard_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "held_level_org" ON "held_level" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "held_level_at" ON "held_level" USING btree ("at");--> statement-breakpoint
CREATE INDEX "series_arrival_org" ON "series_arrival" USING btree ("org_id");--> statement-breakpoint
-- Rewritten all the time: room for the new version beside the old one keeps the indexes still.
ALTER TABLE series_arrival SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE heard_day SET (fillfactor = 50);
--> statement-breakpoint
-- What arrived so far: when it ended is known, when it began is not.
INSERT INTO series_arrival (series_id, org_id, last_at)
SELECT series_id, org_id, last_minute + interval '1 minute' FROM series_last WHERE last_minute IS NOT NULL;
