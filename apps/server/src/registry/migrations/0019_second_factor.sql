CREATE TABLE "passkey" (
	"passkey_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "pending_sign_in" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"remember" boolean NOT NULL,
	"challenge" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recovery_code_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "session_challenge" (
	"session_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_challenge_session_id_purpose_pk" PRIMARY KEY("session_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "totp_factor" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"last_step" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "require_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_in" ADD CONSTRAINT "pending_sign_in_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_challenge" ADD CONSTRAINT "session_challenge_session_id_session_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_factor" ADD CONSTRAINT "totp_factor_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_in_expires" ON "pending_sign_in" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_sign_in_user" ON "pending_sign_in" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_challenge_expires" ON "session_challenge" USING btree ("expires_at");--> statement-breakpoint
-- Sessions that began before this stay as they are and prove themselves again before credentials change.
-- A factor that is added or removed acts at once, on every node.
CREATE TRIGGER totp_factor_access AFTER INSERT OR DELETE
  ON totp_factor FOR EACH ROW EXECUTE FUNCTION atrium_notify_access();--> statement-breakpoint
CREATE TRIGGER passkey_access AFTER INSERT OR DELETE
  ON passkey FOR EACH ROW EXECUTE FUNCTION atrium_notify_access();
