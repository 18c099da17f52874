CREATE TABLE "space_setting" (
	"org_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"max_capacity" integer,
	"target_occupancy" integer,
	"reset_config" jsonb NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone DEFAULT '9999-12-31T00:00:00Z' NOT NULL,
	CONSTRAINT "space_setting_space_id_from_pk" PRIMARY KEY("space_id","from")
);
--> statement-breakpoint
CREATE TABLE "space_zone_period" (
	"org_id" uuid NOT NULL,
	"space_zone_assignment_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"reverse_ins_and_outs" boolean NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone DEFAULT '9999-12-31T00:00:00Z' NOT NULL,
	CONSTRAINT "space_zone_period_space_zone_assignment_id_from_pk" PRIMARY KEY("space_zone_assignment_id","from")
);
--> statement-breakpoint
ALTER TABLE "space_setting" ADD CONSTRAINT "space_setting_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_zone_period" ADD CONSTRAINT "space_zone_period_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_zone_period" ADD CONSTRAINT "space_zone_period_org_id_zone_id_zone_org_id_zone_id_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_zone_period_space" ON "space_zone_period" USING btree ("space_id");--> statement-breakpoint
-- No minute is split: what changes holds from the next one on.
CREATE FUNCTION atrium_next_minute(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT to_timestamp((floor(extract(epoch FROM at) / 60) + 1) * 60)
$$;--> statement-breakpoint
CREATE FUNCTION atrium_keep_space_setting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE at timestamptz := atrium_next_minute(NEW.updated_at);
BEGIN
  DELETE FROM space_setting WHERE space_id = NEW.space_id AND "from" >= at;
  UPDATE space_setting SET "to" = at WHERE space_id = NEW.space_id AND "to" > at;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO space_setting (org_id, space_id, max_capacity, target_occupancy, reset_config, "from")
    VALUES (NEW.org_id, NEW.space_id, NEW.max_capacity, NEW.target_occupancy, NEW.reset_config, at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION atrium_keep_space_zone() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE at timestamptz := atrium_next_minute(NEW.updated_at);
BEGIN
  DELETE FROM space_zone_period WHERE space_zone_assignment_id = NEW.space_zone_assignment_id AND "from" >= at;
  UPDATE space_zone_period SET "to" = at WHERE space_zone_assignment_id = NEW.space_zone_assignment_id AND "to" > at;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO space_zone_period (org_id, space_zone_assignment_id, space_id, zone_id, reverse_ins_and_outs, "from")
    VALUES (NEW.org_id, NEW.space_zone_assignment_id, NEW.space_id, NEW.zone_id, NEW.reverse_ins_and_outs, at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER space_setting_begins AFTER INSERT ON space FOR EACH ROW EXECUTE FUNCTION atrium_keep_space_setting();--> statement-breakpoint
CREATE TRIGGER space_setting_changes AFTER UPDATE ON space FOR EACH ROW
  WHEN ((OLD.max_capacity, OLD.target_occupancy, OLD.reset_config, OLD.deleted_at)
    IS DISTINCT FROM (NEW.max_capacity, NEW.target_occupancy, NEW.reset_config, NEW.deleted_at))
  EXECUTE FUNCTION atrium_keep_space_setting();--> statement-breakpoint
CREATE TRIGGER space_zone_begins AFTER INSERT ON space_zone_assignment FOR EACH ROW EXECUTE FUNCTION atrium_keep_space_zone();--> statement-breakpoint
CREATE TRIGGER space_zone_changes AFTER UPDATE ON space_zone_assignment FOR EACH ROW
  WHEN ((OLD.reverse_ins_and_outs, OLD.deleted_at) IS DISTINCT FROM (NEW.reverse_ins_and_outs, NEW.deleted_at))
  EXECUTE FUNCTION atrium_keep_space_zone();--> statement-breakpoint
-- What is known of the time before: as it is now, since it was made.
INSERT INTO space_setting (org_id, space_id, max_capacity, target_occupancy, reset_config, "from", "to")
SELECT org_id, space_id, max_capacity, target_occupancy, reset_config, atrium_next_minute(created_at),
       coalesce(atrium_next_minute(deleted_at), '9999-12-31T00:00:00Z')
FROM space WHERE deleted_at IS NULL OR atrium_next_minute(created_at) < atrium_next_minute(deleted_at);--> statement-breakpoint
INSERT INTO space_zone_period (org_id, space_zone_assignment_id, space_id, zone_id, reverse_ins_and_outs, "from", "to")
SELECT org_id, space_zone_assignment_id, space_id, zone_id, reverse_ins_and_outs, atrium_next_minute(created_at),
       coalesce(atrium_next_minute(deleted_at), '9999-12-31T00:00:00Z')
FROM space_zone_assignment WHERE deleted_at IS NULL OR atrium_next_minute(created_at) < atrium_next_minute(deleted_at);
