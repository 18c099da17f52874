-- The inbox is browsed newest first, in one organization.
CREATE INDEX inbox_body_org ON inbox_body (org_id, day, seq);
--> statement-breakpoint
CREATE INDEX quarantine_body_received ON quarantine_body (org_id, received_at, seq);
--> statement-breakpoint
-- Which bodies were discarded: they are never sent through the pump again. Kept as long as the bodies themselves.
CREATE TABLE quarantine_discarded (
  org_id uuid NOT NULL,
  seq bigint NOT NULL,
  quarantine_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, seq)
);
--> statement-breakpoint
CREATE INDEX quarantine_discarded_received ON quarantine_discarded (received_at);
--> statement-breakpoint
-- How far the clock of the device is behind: a moving average over the live bodies of the day.
ALTER TABLE ledger ADD COLUMN skew_seconds real;
--> statement-breakpoint
CREATE INDEX ledger_day ON ledger (org_id, day);
--> statement-breakpoint
-- The numbers that a device gives its packages, agent by agent.
CREATE TABLE package_track (
  org_id uuid NOT NULL,
  device text NOT NULL,
  agent text NOT NULL,
  last_number bigint NOT NULL,
  last_at timestamptz NOT NULL,
  restarts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, device, agent)
) WITH (fillfactor = 70);
--> statement-breakpoint
-- Numbers that were not received, both included, until they are or until someone waives them.
CREATE TABLE package_gap (
  package_gap_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  org_id uuid NOT NULL,
  device text NOT NULL,
  agent text NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  -- The newest readings of the packages before and after it.
  after_at timestamptz NOT NULL,
  before_at timestamptz NOT NULL,
  waived_at timestamptz,
  waived_by uuid,
  waived_reason text,
  CHECK (first_number <= last_number)
);
--> statement-breakpoint
CREATE INDEX package_gap_open ON package_gap (org_id, device, agent, first_number) WHERE waived_at IS NULL;
--> statement-breakpoint
-- What someone wants to send through the pump again, with the changes that were calculated.
CREATE TABLE replay (
  replay_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  org_id uuid NOT NULL,
  user_id uuid,
  created_at timestamptz NOT NULL,
  target jsonb NOT NULL,
  preview jsonb,
  preview_job_id uuid NOT NULL,
  apply_job_id uuid
);
--> statement-breakpoint
CREATE INDEX replay_org ON replay (org_id, created_at);
