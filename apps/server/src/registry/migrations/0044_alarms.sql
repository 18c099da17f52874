CREATE TABLE "alarm_config" (
	"alarm_config_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"alarm_type_id" integer NOT NULL,
	"trigger_type_id" integer NOT NULL,
	"alarmable" text NOT NULL,
	"alarmable_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"sms" text[] NOT NULL,
	"email" text[] NOT NULL,
	"watch" jsonb NOT NULL,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "alarm_config_org" UNIQUE("org_id","alarm_config_id")
);
--> statement-breakpoint
CREATE TABLE "alarm_delivery" (
	"outbox_message_id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"alarm_notice_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_notice" (
	"alarm_notice_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"alarm_state_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"notice" text NOT NULL,
	"value" double precision,
	"threshold" double precision,
	"at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone,
	CONSTRAINT "alarm_notice_number" UNIQUE("alarm_state_id","number")
);
--> statement-breakpoint
CREATE TABLE "alarm_state" (
	"alarm_state_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"alarm_config_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"episode" integer NOT NULL,
	"cause" text NOT NULL,
	"trigger_value" double precision,
	"trigger_threshold" double precision,
	"created_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_reason" integer,
	"acknowledged_by" uuid,
	"acknowledged_at" timestamp with time zone,
	CONSTRAINT "alarm_state_org" UNIQUE("org_id","alarm_state_id"),
	CONSTRAINT "alarm_state_episode" UNIQUE("alarm_config_id","episode")
);
--> statement-breakpoint
ALTER TABLE "alarm_config" ADD CONSTRAINT "alarm_config_location_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_delivery" ADD CONSTRAINT "alarm_delivery_outbox_message_id_outbox_message_outbox_message_id_fk" FOREIGN KEY ("outbox_message_id") REFERENCES "public"."outbox_message"("outbox_message_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_delivery" ADD CONSTRAINT "alarm_delivery_alarm_notice_id_alarm_notice_alarm_notice_id_fk" FOREIGN KEY ("alarm_notice_id") REFERENCES "public"."alarm_notice"("alarm_notice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_notice" ADD CONSTRAINT "alarm_notice_state_fk" FOREIGN KEY ("org_id","alarm_state_id") REFERENCES "public"."alarm_state"("org_id","alarm_state_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_state" ADD CONSTRAINT "alarm_state_config_fk" FOREIGN KEY ("org_id","alarm_config_id") REFERENCES "public"."alarm_config"("org_id","alarm_config_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_config_watched" ON "alarm_config" USING btree ("alarmable_id") WHERE "alarm_config"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "alarm_config_location" ON "alarm_config" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "alarm_config_due" ON "alarm_config" USING btree ("next_check_at") WHERE "alarm_config"."next_check_at" is not null and "alarm_config"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "alarm_delivery_notice" ON "alarm_delivery" USING btree ("alarm_notice_id");--> statement-breakpoint
CREATE INDEX "alarm_notice_waiting" ON "alarm_notice" USING btree ("at") WHERE "alarm_notice"."queued_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_state_active" ON "alarm_state" USING btree ("alarm_config_id") WHERE "alarm_state"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alarm_state_org_at" ON "alarm_state" USING btree ("org_id","created_at");