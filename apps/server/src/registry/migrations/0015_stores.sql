CREATE TABLE "store_damage" (
	"table" text NOT NULL,
	"partition" text NOT NULL,
	"part" text NOT NULL,
	"reason" text NOT NULL,
	"rows" bigint,
	"found_at" timestamp with time zone NOT NULL,
	"rebuilt_at" timestamp with time zone,
	CONSTRAINT "store_damage_table_partition_part_pk" PRIMARY KEY("table","partition","part")
);
--> statement-breakpoint
CREATE TABLE "store_generation" (
	"generation" bigint PRIMARY KEY NOT NULL,
	"nonce" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	"parts" jsonb
);
