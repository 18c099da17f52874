CREATE TABLE "space_action" (
	"org_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"action_id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "space_action_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"change" double precision NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "space_action_space_id_action_id_pk" PRIMARY KEY("space_id","action_id"),
	CONSTRAINT "space_action_kind" CHECK ("space_action"."kind" IN ('press', 'stop', 'restart', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "space_state" (
	"space_id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"estate_version" integer NOT NULL,
	"base_at" timestamp with time zone NOT NULL,
	"base" double precision NOT NULL,
	"minutes" json NOT NULL,
	"value" double precision NOT NULL,
	"at" timestamp with time zone,
	"settled_at" timestamp with time zone NOT NULL,
	"settled" double precision NOT NULL,
	"last_action_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"differs_since" bigint,
	"next_check_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "space_action" ADD CONSTRAINT "space_action_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_state" ADD CONSTRAINT "space_state_org_id_space_id_space_org_id_space_id_fk" FOREIGN KEY ("org_id","space_id") REFERENCES "public"."space"("org_id","space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_action_time" ON "space_action" USING btree ("space_id","at");--> statement-breakpoint
CREATE INDEX "space_state_check" ON "space_state" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "space_state_org" ON "space_state" USING btree ("org_id");