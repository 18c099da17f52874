ALTER TABLE "sensor_blacklist" RENAME COLUMN "mac" TO "device";--> statement-breakpoint
ALTER TABLE "sensor_blacklist" DROP CONSTRAINT "sensor_blacklist_route_mac_pk";--> statement-breakpoint
-- As devices are compared: entries written by hand could have separators.
UPDATE sensor_blacklist SET device = upper(regexp_replace(device, '[:.-]', '', 'g'));--> statement-breakpoint
DELETE FROM sensor_blacklist a USING sensor_blacklist b
WHERE a.route = b.route AND a.device = b.device AND a.ctid > b.ctid;--> statement-breakpoint
ALTER TABLE "sensor_blacklist" ADD CONSTRAINT "sensor_blacklist_route_device_pk" PRIMARY KEY("route","device");--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "identifier" text;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "device" text GENERATED ALWAYS AS (coalesce(identifier, mac_address)) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "sensor_org_device" ON "sensor" USING btree ("org_id","device") WHERE "sensor"."deleted_at" is null and "sensor"."active";--> statement-breakpoint
ALTER TABLE "sensor" ADD CONSTRAINT "sensor_identifier" CHECK ("sensor"."identifier" ~ '^([0-9A-F]{16}|[a-z-]+:[0-9A-Z][0-9A-Z._-]{0,63})$');--> statement-breakpoint
-- Bodies in which another device brought something of this one.
ALTER TABLE ledger ADD COLUMN carried bigint NOT NULL DEFAULT 0;--> statement-breakpoint
-- Devices in these bodies of which something counts once the estate is another; `device` is the one that spoke.
ALTER TABLE quarantine ADD COLUMN devices text[] NOT NULL DEFAULT '{}';--> statement-breakpoint
UPDATE quarantine SET devices = ARRAY[device] WHERE device ~ '^[0-9A-F]{12}$' AND reason IN
  ('unassigned', 'not_commissioned', 'before_commissioning', 'no_site', 'no_series', 'too_many_logics');
