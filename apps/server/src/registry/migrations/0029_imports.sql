CREATE TABLE "amount_entry" (
	"org_id" uuid NOT NULL,
	"series_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"employee" bigint NOT NULL,
	"indivisible" boolean NOT NULL,
	"span" integer NOT NULL,
	"value" bigint NOT NULL,
	"n" bigint NOT NULL,
	"import_id" uuid NOT NULL,
	"restored_by" uuid,
	CONSTRAINT "amount_entry_series_id_at_employee_indivisible_pk" PRIMARY KEY("series_id","at","employee","indivisible")
);
--> statement-breakpoint
CREATE TABLE "employee" (
	"employee_number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "employee_employee_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"employee_id" text NOT NULL,
	CONSTRAINT "employee_once" UNIQUE("org_id","employee_id")
);
--> statement-breakpoint
CREATE TABLE "import_file" (
	"import_status_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"arrival" bigint GENERATED ALWAYS AS IDENTITY (sequence name "import_file_arrival_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_id" uuid,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" bigint NOT NULL,
	"type" text,
	"source" text NOT NULL,
	"user_id" uuid,
	"columns" jsonb,
	"status" text NOT NULL,
	"task" text,
	"progress" jsonb,
	"last_seq" bigint,
	"row_count" integer DEFAULT 0 NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"data_from" timestamp with time zone,
	"data_to" timestamp with time zone,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "import_file_org_id" UNIQUE("org_id","import_status_id")
);
--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "amount_entry" ADD CONSTRAINT "amount_entry_org_id_import_id_import_file_org_id_import_status_id_fk" FOREIGN KEY ("org_id","import_id") REFERENCES "public"."import_file"("org_id","import_status_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee" ADD CONSTRAINT "employee_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_file" ADD CONSTRAINT "import_file_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_file" ADD CONSTRAINT "import_file_file_id_stored_file_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "amount_entry_import" ON "amount_entry" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "import_file_list" ON "import_file" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "import_file_same" ON "import_file" USING btree ("org_id","sha256");--> statement-breakpoint
CREATE INDEX "import_file_file" ON "import_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "import_file_task" ON "import_file" USING btree ("arrival") WHERE "import_file"."task" is not null;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_org_id_import_id_import_file_org_id_import_status_id_fk" FOREIGN KEY ("org_id","import_id") REFERENCES "public"."import_file"("org_id","import_status_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_import" ON "series" USING btree ("import_id") WHERE "series"."import_id" is not null;