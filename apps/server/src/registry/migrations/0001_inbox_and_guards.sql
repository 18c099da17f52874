-- The inbox: the durable point of every push, file and command. Plain SQL because of its partitions.
CREATE SEQUENCE inbox_seq;
--> statement-breakpoint
CREATE TABLE inbox_body (
  seq bigint NOT NULL DEFAULT nextval('inbox_seq'),
  day date NOT NULL,
  org_id uuid NOT NULL,
  lane smallint NOT NULL,
  -- A MAC address, sensor: and an id when only the push key tells the sensor, or unidentified.
  device text NOT NULL,
  received_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('push', 'file', 'command')),
  vendor text NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (day, seq)
) PARTITION BY RANGE (day);
--> statement-breakpoint
CREATE TABLE inbox_body_rest PARTITION OF inbox_body DEFAULT;
--> statement-breakpoint
-- What still has to be applied. Written with the body, removed when applied: there is no cursor to run past a row.
CREATE TABLE inbox_todo (
  -- Its live numbers are told already, its facts are not written yet: so it is while ClickHouse is away.
  folded boolean NOT NULL DEFAULT false,
  priority smallint NOT NULL,
  seq bigint NOT NULL,
  day date NOT NULL,
  lane smallint NOT NULL,
  -- again: applied once already, before a crash; facts are written again, the ledger is not.
  source text NOT NULL DEFAULT 'new' CHECK (source IN ('new', 'again', 'quarantine')),
  PRIMARY KEY (folded, priority, seq)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- Hashes of bodies already received; the same body again is acknowledged and counted as a duplicate.
CREATE TABLE inbox_seen (
  org_id uuid NOT NULL,
  -- 128 bits of SHA-256 over vendor, device and body, in the type that holds 128 bits best.
  hash uuid NOT NULL,
  day date NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (org_id, hash)
);
--> statement-breakpoint
CREATE INDEX inbox_seen_day ON inbox_seen USING brin (day);
--> statement-breakpoint
-- Nodes that apply bodies. One that is not stopped and not alive has crashed.
CREATE TABLE inbox_pump (
  holder text PRIMARY KEY,
  node text NOT NULL,
  seen_at timestamptz NOT NULL
);
--> statement-breakpoint
-- One pump holds a lane at a time. A pump that lost its lease is fenced by the epoch.
CREATE TABLE inbox_lane (
  lane smallint PRIMARY KEY,
  holder text,
  epoch bigint NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 50);
--> statement-breakpoint
INSERT INTO inbox_lane (lane) SELECT generate_series(0, 63);
--> statement-breakpoint
-- Numbers the announcements that rollup marks stand for.
CREATE SEQUENCE inbox_mark_seq;
--> statement-breakpoint
-- Which rows were applied when, so that the last minutes before a crash can be applied again.
CREATE TABLE inbox_applied (
  applied_at timestamptz NOT NULL,
  seqs bigint[] NOT NULL,
  days date[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX inbox_applied_at ON inbox_applied (applied_at);
--> statement-breakpoint
-- Which days got new quarters when, for the same reason.
CREATE TABLE inbox_recomputed (
  done_at timestamptz NOT NULL,
  series_ids integer[] NOT NULL,
  days date[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX inbox_recomputed_at ON inbox_recomputed (done_at);
--> statement-breakpoint
-- Rewritten with every push: room for the new version beside the old one keeps the indexes still.
ALTER TABLE series_last SET (fillfactor = 50);
--> statement-breakpoint
-- Bodies of one device and received day: what became of them.
CREATE TABLE ledger (
  org_id uuid NOT NULL,
  device text NOT NULL,
  day date NOT NULL,
  applied bigint NOT NULL DEFAULT 0,
  duplicate bigint NOT NULL DEFAULT 0,
  quarantined bigint NOT NULL DEFAULT 0,
  discarded bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, device, day)
) WITH (fillfactor = 70);
--> statement-breakpoint
-- Bodies that authenticated and could not be counted, one row for each device, reason and shape.
CREATE TABLE quarantine (
  quarantine_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  org_id uuid NOT NULL,
  device text NOT NULL,
  vendor text NOT NULL,
  reason text NOT NULL,
  shape text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  decoder_generation integer NOT NULL,
  discarded_at timestamptz,
  discarded_reason text,
  discarded_count bigint NOT NULL DEFAULT 0,
  UNIQUE (org_id, quarantine_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX quarantine_open ON quarantine (org_id, device, vendor, reason, shape) WHERE discarded_at IS NULL;
--> statement-breakpoint
CREATE TABLE quarantine_body (
  quarantine_id uuid NOT NULL,
  org_id uuid NOT NULL,
  seq bigint NOT NULL,
  lane smallint NOT NULL,
  received_at timestamptz NOT NULL,
  kind text NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  -- A body waits under one reason only.
  PRIMARY KEY (org_id, seq),
  FOREIGN KEY (org_id, quarantine_id) REFERENCES quarantine (org_id, quarantine_id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX quarantine_body_group ON quarantine_body (quarantine_id);
--> statement-breakpoint
-- Requests run as atrium_app inside one organization; sign-in, push, jobs as atrium_system; migrations as the owner.
DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['atrium_app', 'atrium_system'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- Roles belong to the whole server, and another database of it was faster.
      END;
    END IF;
    EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role_name);
  END LOOP;
END $$;
--> statement-breakpoint
-- The organization of the current transaction; null, and so no row, when none was set.
CREATE FUNCTION atrium_org() RETURNS uuid LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('atrium.org', true), '')::uuid $$;
--> statement-breakpoint
-- Guards every table by its shape, so that a new one cannot be forgotten: with an org_id it is limited to the current
-- organization for requests, without one it is closed to them. Run after every migration.
CREATE FUNCTION atrium_guard() RETURNS void LANGUAGE plpgsql AS $$
DECLARE guarded record;
BEGIN
  FOR guarded IN
    SELECT c.relname AS name,
           EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'org_id' AND NOT a.attisdropped)
             AND c.relname NOT LIKE 'inbox\_%' AS tenant
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO atrium_system', guarded.name);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', guarded.name);
    EXECUTE format('DROP POLICY IF EXISTS system_all ON %I', guarded.name);
    EXECUTE format('CREATE POLICY system_all ON %I TO atrium_system USING (true) WITH CHECK (true)', guarded.name);
    EXECUTE format('REVOKE ALL ON %I FROM atrium_app', guarded.name);
    IF guarded.tenant THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO atrium_app', guarded.name);
      EXECUTE format('DROP POLICY IF EXISTS own_organization ON %I', guarded.name);
      EXECUTE format(
        'CREATE POLICY own_organization ON %I TO atrium_app USING (org_id = (SELECT atrium_org())) WITH CHECK (org_id = (SELECT atrium_org()))',
        guarded.name);
    END IF;
  END LOOP;
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO atrium_app, atrium_system;
END $$;
