-- When a quarantined body is tried again without anybody's doing; null for one that waits for somebody.
ALTER TABLE quarantine_body ADD COLUMN retry_at timestamptz;
--> statement-breakpoint
CREATE INDEX quarantine_body_retry ON quarantine_body (retry_at) WHERE retry_at IS NOT NULL;
--> statement-breakpoint
-- Readings that once were of the future may be of the past by now; intervals below a second can be read now.
UPDATE quarantine_body AS b SET retry_at = b.received_at
FROM quarantine q
WHERE q.quarantine_id = b.quarantine_id AND q.discarded_at IS NULL AND q.reason IN ('future', 'bad_interval');
