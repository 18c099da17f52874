CREATE TABLE "audit_entry" (
	"audit_entry_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entry_audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"acting_staff_id" uuid,
	"action" text NOT NULL,
	"entity_type" text,
	"entity_id" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"job_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid,
	"user_id" uuid,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_message" (
	"outbox_message_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"message_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text,
	CONSTRAINT "outbox_message_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"file_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid,
	"original_name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"org_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"fact_org" integer GENERATED ALWAYS AS IDENTITY (sequence name "organization_fact_org_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"estate_version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"organization_type" text,
	"accounting_id" text,
	"account_rep_id" text,
	"operating_scope" text,
	"industry_type" text,
	"site" text,
	"sub_expiration" date,
	"headroom_expiration" date,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"can_view_traffic" boolean DEFAULT true NOT NULL,
	"can_view_pos" boolean DEFAULT false NOT NULL,
	"can_view_labor" boolean DEFAULT false NOT NULL,
	"can_view_per_shift_metrics" boolean DEFAULT false NOT NULL,
	"can_view_queue_service" boolean DEFAULT false NOT NULL,
	"can_view_real_time_queue_service" boolean DEFAULT false NOT NULL,
	"can_view_occupancy" boolean DEFAULT false NOT NULL,
	"can_view_zone_counts" boolean DEFAULT false NOT NULL,
	"can_view_zone_occupancy" boolean DEFAULT false NOT NULL,
	"can_view_expected_wait_time" boolean DEFAULT false NOT NULL,
	"can_view_gender" boolean DEFAULT false NOT NULL,
	"can_view_queue_optimizer" boolean DEFAULT false NOT NULL,
	"can_view_visitor_journey" boolean DEFAULT false NOT NULL,
	"can_view_reports" boolean DEFAULT false NOT NULL,
	"sftp_enabled" boolean DEFAULT false NOT NULL,
	"sftp_public_key" text,
	"api_clients_enabled" boolean DEFAULT false NOT NULL,
	"headroom_enabled" boolean DEFAULT false NOT NULL,
	"is_headroom_lite" boolean DEFAULT false NOT NULL,
	"alarms_enabled" boolean DEFAULT false NOT NULL,
	"face_mask_enabled" boolean DEFAULT false NOT NULL,
	"reset_on_negative_occupancy" boolean DEFAULT true NOT NULL,
	"permit_comparison_views" boolean DEFAULT false NOT NULL,
	"sso_conn_id" text,
	"system_notification_emails" text[],
	"sensor_notification_emails" text[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "organization_fact_org_unique" UNIQUE("fact_org")
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"device_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_device_device_hash_user_id_pk" PRIMARY KEY("device_hash","user_id")
);
--> statement-breakpoint
CREATE TABLE "local_user" (
	"user_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid,
	"scope" integer NOT NULL,
	"role_id" integer NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone" text,
	"timezone" text,
	"homepage" text,
	"password_hash" text,
	"login_disabled" boolean DEFAULT false NOT NULL,
	"first_login" boolean DEFAULT true NOT NULL,
	"expiration" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "local_user_org_user" UNIQUE("org_id","user_id"),
	CONSTRAINT "local_user_staff_has_no_org" CHECK (("local_user"."scope" = 3890) = ("local_user"."org_id" is null)),
	CONSTRAINT "local_user_role_fits_scope" CHECK (("local_user"."role_id" = 3) = ("local_user"."scope" = 3890))
);
--> statement-breakpoint
CREATE TABLE "location_assignment" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	CONSTRAINT "location_assignment_user_id_location_id_pk" PRIMARY KEY("user_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "login_failure" (
	"account" text NOT NULL,
	"address" text NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp with time zone,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_failure_account_address_pk" PRIMARY KEY("account","address")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"session_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"acting_staff_id" uuid,
	"remember" boolean DEFAULT false NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "location" (
	"location_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"street" text,
	"city" text,
	"state" text,
	"country" text,
	"postal_code" text,
	"latitude" double precision,
	"longitude" double precision,
	"timezone" text NOT NULL,
	"acf_eligible" boolean DEFAULT true NOT NULL,
	"acf_disabled_reason" text,
	"disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "location_org_id" UNIQUE("org_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "site" (
	"site_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"name" text NOT NULL,
	"site_type" integer DEFAULT 1 NOT NULL,
	"node_count" integer DEFAULT 0 NOT NULL,
	"is_dhcp" boolean DEFAULT true NOT NULL,
	"ip_address" text,
	"subnet_mask" text,
	"gateway" text,
	"dns1" text,
	"dns2" text,
	"dns3" text,
	"host_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "site_org_id" UNIQUE("org_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "space" (
	"space_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"name" text NOT NULL,
	"max_capacity" integer,
	"target_occupancy" integer,
	"is_headroom" boolean DEFAULT false NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"reset_config" jsonb DEFAULT '{"resetDaily":false,"resetDailyAtTime":false,"resetWithHoursOfOp":false,"resetTimes":[]}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "space_org_id" UNIQUE("org_id","space_id")
);
--> statement-breakpoint
CREATE TABLE "display_code" (
	"code" text PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	CONSTRAINT "display_code_entity_id_unique" UNIQUE("entity_id")
);
--> statement-breakpoint
CREATE TABLE "push_key" (
	"push_key_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"sensor_id" uuid,
	"key_hash" text NOT NULL,
	"key_encrypted" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "push_key_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "sensor" (
	"sensor_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sensor_type" text NOT NULL,
	"mac_address" text,
	"ip_address" text,
	"active" boolean DEFAULT true NOT NULL,
	"periodic_use" boolean DEFAULT false NOT NULL,
	"time_zone" text,
	"commissioned_date" timestamp with time zone,
	"commissioned_by" uuid,
	"node_sensors" text[],
	"master_key" text,
	"password" text,
	"device_id" text,
	"firmware" text,
	"status" jsonb,
	"status_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sensor_org_id" UNIQUE("org_id","sensor_id"),
	CONSTRAINT "sensor_mac" CHECK ("sensor"."mac_address" ~ '^[0-9A-F]{12}$')
);
--> statement-breakpoint
CREATE TABLE "sensor_assignment" (
	"sensor_assignment_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"sensor_id" uuid,
	"sensor_use_type" integer DEFAULT 1 NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone DEFAULT '9999-12-31T00:00:00Z' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sensor_assignment_org_id" UNIQUE("org_id","sensor_assignment_id")
);
--> statement-breakpoint
CREATE TABLE "sensor_blacklist" (
	"route" text NOT NULL,
	"mac" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sensor_blacklist_route_mac_pk" PRIMARY KEY("route","mac")
);
--> statement-breakpoint
CREATE TABLE "space_zone_assignment" (
	"space_zone_assignment_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"reverse_ins_and_outs" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "zone" (
	"zone_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"name" text NOT NULL,
	"device_id" text NOT NULL,
	"count_type" integer DEFAULT 1 NOT NULL,
	"needs_review" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "zone_org_id" UNIQUE("org_id","zone_id")
);
--> statement-breakpoint
CREATE TABLE "zone_setting" (
	"org_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"scale_factor" double precision DEFAULT 1 NOT NULL,
	"count_filter" integer DEFAULT 0 NOT NULL,
	"count_application" integer DEFAULT 1 NOT NULL,
	"perimeter" boolean DEFAULT true NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"min_dwell" integer,
	"max_dwell" integer,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone DEFAULT '9999-12-31T00:00:00Z' NOT NULL,
	CONSTRAINT "zone_setting_zone_id_from_pk" PRIMARY KEY("zone_id","from")
);
--> statement-breakpoint
CREATE TABLE "rollup_mark" (
	"org_id" uuid NOT NULL,
	"series_id" integer NOT NULL,
	"day" date NOT NULL,
	"lane" smallint NOT NULL,
	"seq" bigint NOT NULL,
	"ready" boolean NOT NULL,
	CONSTRAINT "rollup_mark_series_id_day_lane_pk" PRIMARY KEY("series_id","day","lane")
);
--> statement-breakpoint
CREATE TABLE "series" (
	"series_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"count_filter" integer NOT NULL,
	"count_application" integer NOT NULL,
	"perimeter" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone DEFAULT '9999-12-31T00:00:00Z' NOT NULL,
	CONSTRAINT "series_org_id" UNIQUE("org_id","series_id")
);
--> statement-breakpoint
CREATE TABLE "series_factor" (
	"org_id" uuid NOT NULL,
	"series_id" integer NOT NULL,
	"f_in" double precision NOT NULL,
	"f_out" double precision NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone DEFAULT '9999-12-31T00:00:00Z' NOT NULL,
	CONSTRAINT "series_factor_series_id_from_pk" PRIMARY KEY("series_id","from")
);
--> statement-breakpoint
CREATE TABLE "series_last" (
	"series_id" integer PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"day_from" timestamp with time zone NOT NULL,
	"day_to" timestamp with time zone NOT NULL,
	"closed_ins" bigint NOT NULL,
	"closed_outs" bigint NOT NULL,
	"closed_got" integer NOT NULL,
	"tail_from" timestamp with time zone NOT NULL,
	"tail" jsonb NOT NULL,
	"ins" bigint NOT NULL,
	"outs" bigint NOT NULL,
	"got" integer NOT NULL,
	"last_minute" timestamp with time zone,
	"refold_since" timestamp with time zone,
	"refold_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_message" ADD CONSTRAINT "outbox_message_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "local_user" ADD CONSTRAINT "local_user_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_assignment" ADD CONSTRAINT "location_assignment_org_id_user_id_local_user_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."local_user"("org_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_assignment" ADD CONSTRAINT "location_assignment_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_acting_staff_id_local_user_user_id_fk" FOREIGN KEY ("acting_staff_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space" ADD CONSTRAINT "space_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_key" ADD CONSTRAINT "push_key_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_key" ADD CONSTRAINT "push_key_org_id_sensor_id_sensor_org_id_sensor_id_fk" FOREIGN KEY ("org_id","sensor_id") REFERENCES "public"."sensor"("org_id","sensor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor" ADD CONSTRAINT "sensor_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_assignment" ADD CONSTRAINT "sensor_assignment_org_id_site_id_site_org_id_site_id_fk" FOREIGN KEY ("org_id","site_id") REFERENCES "public"."site"("org_id","site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_assignment" ADD CONSTRAINT "sensor_assignment_org_id_sensor_id_sensor_org_id_sensor_id_fk" FOREIGN KEY ("org_id","sensor_id") REFERENCES "public"."sensor"("org_id","sensor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_zone_assignment" ADD CONSTRAINT "space_zone_assignment_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_zone_assignment" ADD CONSTRAINT "space_zone_assignment_org_id_zone_id_zone_org_id_zone_id_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone" ADD CONSTRAINT "zone_org_id_sensor_id_sensor_org_id_sensor_id_fk" FOREIGN KEY ("org_id","sensor_id") REFERENCES "public"."sensor"("org_id","sensor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_setting" ADD CONSTRAINT "zone_setting_org_id_zone_id_zone_org_id_zone_id_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollup_mark" ADD CONSTRAINT "rollup_mark_org_id_series_id_series_org_id_series_id_fk" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."series"("org_id","series_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_org_id_zone_id_zone_org_id_zone_id_fk" FOREIGN KEY ("org_id","zone_id") REFERENCES "public"."zone"("org_id","zone_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_org_id_site_id_site_org_id_site_id_fk" FOREIGN KEY ("org_id","site_id") REFERENCES "public"."site"("org_id","site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_org_id_location_id_location_org_id_location_id_fk" FOREIGN KEY ("org_id","location_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_factor" ADD CONSTRAINT "series_factor_org_id_series_id_series_org_id_series_id_fk" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."series"("org_id","series_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_last" ADD CONSTRAINT "series_last_org_id_series_id_series_org_id_series_id_fk" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."series"("org_id","series_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_org_at" ON "audit_entry" USING btree ("org_id","at");--> statement-breakpoint
CREATE INDEX "job_org" ON "job" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "job_state" ON "job" USING btree ("state");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox_message" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "outbox_org" ON "outbox_message" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "stored_file_org" ON "stored_file" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "local_user_email" ON "local_user" USING btree (lower("email")) WHERE "local_user"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "local_user_org" ON "local_user" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "login_failure_last" ON "login_failure" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "location_org_name" ON "location" USING btree ("org_id","name");--> statement-breakpoint
CREATE INDEX "site_location" ON "site" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "space_location" ON "space" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "push_key_org" ON "push_key" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sensor_org_mac" ON "sensor" USING btree ("org_id","mac_address") WHERE "sensor"."deleted_at" is null and "sensor"."active";--> statement-breakpoint
CREATE INDEX "sensor_assignment_sensor" ON "sensor_assignment" USING btree ("sensor_id");--> statement-breakpoint
CREATE INDEX "sensor_assignment_site" ON "sensor_assignment" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "space_zone_once" ON "space_zone_assignment" USING btree ("space_id","zone_id") WHERE "space_zone_assignment"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "zone_sensor_device" ON "zone" USING btree ("sensor_id","device_id") WHERE "zone"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "rollup_mark_org" ON "rollup_mark" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "rollup_mark_day" ON "rollup_mark" USING btree ("day");--> statement-breakpoint
CREATE INDEX "series_zone" ON "series" USING btree ("zone_id","measure","from");--> statement-breakpoint
CREATE INDEX "series_location" ON "series" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "series_org" ON "series" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "series_last_refold" ON "series_last" USING btree ("refold_since");--> statement-breakpoint
CREATE INDEX "series_last_day" ON "series_last" USING btree ("day_to");