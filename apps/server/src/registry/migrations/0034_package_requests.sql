-- Where a sensor is asked to send missing packages again; nobody is asked without a row here that is enabled.
CREATE TABLE package_request (
  sensor_id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  is_enabled boolean NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  tls boolean NOT NULL,
  username text NOT NULL,
  -- Private addresses of the host that staff have approved.
  approved_addresses jsonb NOT NULL DEFAULT '[]',
  needs_approval boolean NOT NULL DEFAULT false,
  -- The node that asks the sensor, or the pause after it was asked: one request at a time.
  busy_until timestamptz,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (org_id, sensor_id),
  FOREIGN KEY (org_id, sensor_id) REFERENCES sensor (org_id, sensor_id) ON DELETE CASCADE
);
--> statement-breakpoint
ALTER TABLE package_gap
  ADD COLUMN found_at timestamptz,
  -- Of the time that is missing, what has arrived: [from, to] in epoch seconds.
  ADD COLUMN covered jsonb NOT NULL DEFAULT '[]',
  -- Null until the sensor is to be asked.
  ADD COLUMN request_state text CHECK (request_state IN ('waiting', 'asked', 'failed')),
  ADD COLUMN requested_at timestamptz,
  ADD COLUMN request_tries smallint NOT NULL DEFAULT 0,
  -- When it is asked next; null when it is not.
  ADD COLUMN request_due_at timestamptz,
  ADD COLUMN request_reason text;
--> statement-breakpoint
UPDATE package_gap SET found_at = before_at;
--> statement-breakpoint
ALTER TABLE package_gap ALTER COLUMN found_at SET NOT NULL, ALTER COLUMN found_at SET DEFAULT now();
