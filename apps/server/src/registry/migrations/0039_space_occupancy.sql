CREATE TABLE "space_day" (
	"org_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"day" date NOT NULL,
	"ins" double precision NOT NULL,
	"outs" double precision NOT NULL,
	"residual" double precision NOT NULL,
	"factor" double precision NOT NULL,
	"occupancy" double precision NOT NULL,
	"folded_to" timestamp with time zone NOT NULL,
	"folded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "space_day_space_id_day_pk" PRIMARY KEY("space_id","day")
);
--> statement-breakpoint
CREATE TABLE "space_fold" (
	"space_id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"series_id" integer,
	"estate_version" integer NOT NULL,
	"definition" json,
	"stale_days" json NOT NULL,
	"due_at" timestamp with time zone,
	"turn_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space_fold_mark" (
	"mark_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "space_fold_mark_mark_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "space" ADD COLUMN "counts_toward_location" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "space_setting" ADD COLUMN "reset_on_negative" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "space_day" ADD CONSTRAINT "space_day_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_fold" ADD CONSTRAINT "space_fold_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_fold" ADD CONSTRAINT "space_fold_org_id_series_id_series_org_id_series_id_fk" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."series"("org_id","series_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_fold_mark" ADD CONSTRAINT "space_fold_mark_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_day_org" ON "space_day" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "space_day_folded" ON "space_day" USING btree ("folded_at");--> statement-breakpoint
CREATE INDEX "space_fold_due" ON "space_fold" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "space_fold_org" ON "space_fold" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "space_zone_period_zone" ON "space_zone_period" USING btree ("zone_id");--> statement-breakpoint
UPDATE space_setting s SET reset_on_negative = o.reset_on_negative_occupancy FROM organization o WHERE o.org_id = s.org_id;--> statement-breakpoint
CREATE OR REPLACE FUNCTION atrium_keep_space_setting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE at timestamptz := atrium_next_minute(NEW.updated_at);
BEGIN
  DELETE FROM space_setting WHERE space_id = NEW.space_id AND "from" >= at;
  UPDATE space_setting SET "to" = at WHERE space_id = NEW.space_id AND "to" > at;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO space_setting (org_id, space_id, max_capacity, target_occupancy, reset_config, reset_on_negative, "from")
    VALUES (NEW.org_id, NEW.space_id, NEW.max_capacity, NEW.target_occupancy, NEW.reset_config,
            coalesce((SELECT reset_on_negative_occupancy FROM organization WHERE org_id = NEW.org_id), true), at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION atrium_keep_negative_reset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE at timestamptz := atrium_next_minute(NEW.updated_at);
BEGIN
  UPDATE space_setting SET reset_on_negative = NEW.reset_on_negative_occupancy WHERE org_id = NEW.org_id AND "from" >= at;
  INSERT INTO space_setting (org_id, space_id, max_capacity, target_occupancy, reset_config, reset_on_negative, "from", "to")
  SELECT org_id, space_id, max_capacity, target_occupancy, reset_config, NEW.reset_on_negative_occupancy, at, "to"
  FROM space_setting WHERE org_id = NEW.org_id AND "from" < at AND "to" > at;
  UPDATE space_setting SET "to" = at WHERE org_id = NEW.org_id AND "from" < at AND "to" > at;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER space_setting_of_organization AFTER UPDATE ON organization FOR EACH ROW
  WHEN (OLD.reset_on_negative_occupancy IS DISTINCT FROM NEW.reset_on_negative_occupancy)
  EXECUTE FUNCTION atrium_keep_negative_reset();
