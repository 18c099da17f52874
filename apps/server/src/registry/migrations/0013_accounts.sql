CREATE TABLE "email_change" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_change_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_up" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"organization_name" text NOT NULL,
	"refcode" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox_message" ADD COLUMN "request_kind" text;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_local_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."local_user"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_up_email" ON "sign_up" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "sign_up_expires" ON "sign_up" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "reset_key" DROP COLUMN "used_at";--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_token_hash_unique" UNIQUE("token_hash");--> statement-breakpoint
-- A sign-up that nobody has confirmed occupies nothing any more: its organization, its account and its password go.
WITH abandoned AS (
  UPDATE "invitation" i SET "status" = 'Deleted', "updated_at" = now()
  FROM "local_user" u
  WHERE u."user_id" = i."user_id" AND u."expiration" IS NOT NULL AND u."deleted_at" IS NULL
    AND i."invited_by" IS NULL AND i."status" IN ('Sent', 'Activated', 'Expired')
  RETURNING i."org_id", i."user_id"
), gone AS (
  UPDATE "local_user" u SET "deleted_at" = now(), "updated_at" = now(), "password_hash" = NULL
  FROM abandoned a WHERE u."user_id" = a."user_id"
  RETURNING u."org_id", u."user_id"
)
UPDATE "organization" o SET "deleted_at" = now(), "updated_at" = now()
WHERE o."org_id" IN (SELECT "org_id" FROM gone) AND o."deleted_at" IS NULL
  AND NOT EXISTS (
    SELECT FROM "local_user" u
    WHERE u."org_id" = o."org_id" AND u."deleted_at" IS NULL AND u."user_id" NOT IN (SELECT "user_id" FROM gone)
  );--> statement-breakpoint
-- The id of an invitation opens nothing any more, and there is no token yet: open invitations wait to be renewed.
UPDATE "local_user" u SET "expiration" = now(), "updated_at" = now()
FROM "invitation" i
WHERE i."user_id" = u."user_id" AND i."status" IN ('Sent', 'Activated')
  AND u."deleted_at" IS NULL AND u."expiration" > now();--> statement-breakpoint
UPDATE "invitation" SET "status" = 'Expired', "expiration" = least("expiration", now()), "updated_at" = now()
WHERE "status" IN ('Sent', 'Activated');--> statement-breakpoint
-- With single sign-on, people known to the provider or recognized by their address need no password here.
UPDATE "local_user" u SET "password_hash" = NULL, "updated_at" = now()
FROM "sso_connection" c
WHERE c."org_id" = u."org_id" AND c."deleted_at" IS NULL AND u."password_hash" IS NOT NULL AND (
  EXISTS (SELECT FROM "sso_identity" s WHERE s."user_id" = u."user_id")
  OR EXISTS (SELECT FROM "sso_domain" d WHERE d."org_id" = u."org_id" AND d."domain" = lower(split_part(u."email", '@', 2)))
);--> statement-breakpoint
DELETE FROM "reset_key" k USING "local_user" u, "sso_connection" c
WHERE u."user_id" = k."user_id" AND c."org_id" = u."org_id" AND c."deleted_at" IS NULL;
