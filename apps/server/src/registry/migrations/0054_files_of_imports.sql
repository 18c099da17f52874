-- Files of imports that count nothing are never read again.
WITH unread AS (
  SELECT import_status_id, file_id FROM import_file
  WHERE task IS NULL AND (status = 'undone' OR (status = 'failed' AND row_count = error_count)) AND file_id IS NOT NULL
), forgotten AS (
  UPDATE import_file SET file_id = NULL FROM unread WHERE import_file.import_status_id = unread.import_status_id
  RETURNING unread.file_id
)
DELETE FROM stored_file USING forgotten WHERE stored_file.file_id = forgotten.file_id;
