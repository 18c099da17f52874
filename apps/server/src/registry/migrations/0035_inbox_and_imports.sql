-- Compressing a body of a megabyte takes PostgreSQL longer than everything else that is done with it, and the inbox forgets it within days.
ALTER TABLE inbox_body ALTER COLUMN body SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Nobody read it.
ALTER TABLE import_file DROP COLUMN last_seq;
