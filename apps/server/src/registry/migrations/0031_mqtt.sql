CREATE TABLE "mqtt_broker" (
	"mqtt_broker_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"tls" boolean NOT NULL,
	"username" text,
	"client_id" text NOT NULL,
	"password_sealed" text,
	"ca_certificate_sealed" text,
	"client_certificate_sealed" text,
	"client_key_sealed" text,
	"topics" jsonb NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"approved_addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mqtt_broker_of_org" UNIQUE("org_id","mqtt_broker_id")
);
--> statement-breakpoint
CREATE TABLE "mqtt_link" (
	"mqtt_broker_id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone,
	"state" text DEFAULT 'connecting' NOT NULL,
	"connected_since" timestamp with time zone,
	"last_message_at" timestamp with time zone,
	"received" bigint DEFAULT 0 NOT NULL,
	"discarded" bigint DEFAULT 0 NOT NULL,
	"last_error" text,
	"last_error_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "mqtt_broker" ADD CONSTRAINT "mqtt_broker_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mqtt_link" ADD CONSTRAINT "mqtt_link_org_id_mqtt_broker_id_mqtt_broker_org_id_mqtt_broker_id_fk" FOREIGN KEY ("org_id","mqtt_broker_id") REFERENCES "public"."mqtt_broker"("org_id","mqtt_broker_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mqtt_broker_org" ON "mqtt_broker" USING btree ("org_id");