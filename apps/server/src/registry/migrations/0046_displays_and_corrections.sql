CREATE TABLE "display" (
	"display_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid,
	"kind" text NOT NULL,
	"entity_type" text,
	"entity_id" uuid,
	"name" text,
	"code" text NOT NULL,
	"enabled" boolean NOT NULL,
	"look" jsonb NOT NULL,
	"logo" text,
	"items" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "display_subject" CHECK (CASE WHEN "display"."kind" = 'playlist'
        THEN "display"."name" IS NOT NULL AND num_nonnulls("display"."location_id", "display"."entity_type", "display"."entity_id") = 0
        ELSE num_nulls("display"."location_id", "display"."entity_type", "display"."entity_id") = 0 END)
);
--> statement-breakpoint
CREATE TABLE "space_balance" (
	"org_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"balance" json NOT NULL,
	"learned_to" timestamp with time zone NOT NULL,
	CONSTRAINT "space_balance_space_id_from_pk" PRIMARY KEY("space_id","from")
);
--> statement-breakpoint
ALTER TABLE "space" ADD COLUMN "corrections" jsonb DEFAULT '{"endOfDay":false,"acf":false,"weekdayHours":false,"maxStayMinutes":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "space_setting" ADD COLUMN "corrections" jsonb;--> statement-breakpoint
ALTER TABLE "space_day" ADD COLUMN "entered" json;--> statement-breakpoint
ALTER TABLE "space_state" ADD COLUMN "entered" json;--> statement-breakpoint
ALTER TABLE "display" ADD CONSTRAINT "display_location_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_balance" ADD CONSTRAINT "space_balance_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "display_code_once" ON "display" USING btree ("kind","code");--> statement-breakpoint
CREATE UNIQUE INDEX "display_entity_once" ON "display" USING btree ("kind","entity_id") WHERE "display"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "display_org" ON "display" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "space_balance_org" ON "space_balance" USING btree ("org_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION atrium_keep_space_setting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE at timestamptz := atrium_next_minute(NEW.updated_at);
BEGIN
  DELETE FROM space_setting WHERE space_id = NEW.space_id AND "from" >= at;
  UPDATE space_setting SET "to" = at WHERE space_id = NEW.space_id AND "to" > at;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO space_setting (org_id, space_id, max_capacity, target_occupancy, reset_config, corrections, reset_on_negative, "from")
    VALUES (NEW.org_id, NEW.space_id, NEW.max_capacity, NEW.target_occupancy, NEW.reset_config, NEW.corrections,
            coalesce((SELECT reset_on_negative_occupancy FROM organization WHERE org_id = NEW.org_id), true), at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION atrium_keep_negative_reset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE at timestamptz := atrium_next_minute(NEW.updated_at);
BEGIN
  UPDATE space_setting SET reset_on_negative = NEW.reset_on_negative_occupancy WHERE org_id = NEW.org_id AND "from" >= at;
  INSERT INTO space_setting (org_id, space_id, max_capacity, target_occupancy, reset_config, corrections, reset_on_negative, "from", "to")
  SELECT org_id, space_id, max_capacity, target_occupancy, reset_config, corrections, NEW.reset_on_negative_occupancy, at, "to"
  FROM space_setting WHERE org_id = NEW.org_id AND "from" < at AND "to" > at;
  UPDATE space_setting SET "to" = at WHERE org_id = NEW.org_id AND "from" < at AND "to" > at;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER space_setting_changes ON space;--> statement-breakpoint
CREATE TRIGGER space_setting_changes AFTER UPDATE ON space FOR EACH ROW
  WHEN ((OLD.max_capacity, OLD.target_occupancy, OLD.reset_config, OLD.corrections, OLD.deleted_at)
    IS DISTINCT FROM (NEW.max_capacity, NEW.target_occupancy, NEW.reset_config, NEW.corrections, NEW.deleted_at))
  EXECUTE FUNCTION atrium_keep_space_setting();
