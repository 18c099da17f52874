CREATE TABLE "clock_shift" (
	"clock_shift_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone NOT NULL,
	"seconds" bigint NOT NULL,
	"received_before" timestamp with time zone,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"preview_job_id" uuid NOT NULL,
	"preview" jsonb,
	"apply_job_id" uuid,
	"revision" integer DEFAULT 0 NOT NULL,
	"in_force" boolean DEFAULT false NOT NULL,
	"applied_at" timestamp with time zone,
	"back_job_id" uuid,
	"taken_back_at" timestamp with time zone,
	"refusal" text,
	CONSTRAINT "clock_shift_of_org" UNIQUE("org_id","clock_shift_id")
);
--> statement-breakpoint
ALTER TABLE "clock_shift" ADD CONSTRAINT "clock_shift_org_id_sensor_id_sensor_org_id_sensor_id_fk" FOREIGN KEY ("org_id","sensor_id") REFERENCES "public"."sensor"("org_id","sensor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clock_shift_sensor" ON "clock_shift" USING btree ("org_id","sensor_id","created_at");