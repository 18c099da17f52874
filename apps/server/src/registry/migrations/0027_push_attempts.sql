CREATE TABLE "push_attempt" (
	"push_attempt_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_attempt_push_attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"push_key_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"vendor" text NOT NULL,
	"device" text,
	"status" smallint NOT NULL,
	"outcome" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"seq" bigint
);
--> statement-breakpoint
ALTER TABLE "push_key" ADD COLUMN "misused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "push_key" ADD CONSTRAINT "push_key_org_id" UNIQUE("org_id","push_key_id");--> statement-breakpoint
ALTER TABLE "push_attempt" ADD CONSTRAINT "push_attempt_org_id_push_key_id_push_key_org_id_push_key_id_fk" FOREIGN KEY ("org_id","push_key_id") REFERENCES "public"."push_key"("org_id","push_key_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_attempt_key" ON "push_attempt" USING btree ("push_key_id","at");
