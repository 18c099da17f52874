import type { CountColumns } from '@atrium/rules/import-counts';
import type { ImportMessage } from '@atrium/rules/import-file';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { storedFile } from './operations.ts';
import { organization } from './organizations.ts';

/** Where a worker is in a file: everything up to that line is in the inbox, in the same transaction. */
export interface ImportProgress {
  /** The file that is read: its own or, when an undo restores what it had replaced, an earlier one. */
  readonly importId: string;
  readonly line: number;
  readonly bytes: number;
  /** Commands in the inbox that may not be applied yet. */
  readonly ahead?: readonly number[];
}

/** A file of sales, staff hours or counts, and what became of it. */
export const importFile = pgTable(
  'import_file',
  {
    importStatusId: uuid('import_status_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    /** In the order they arrived: a later file replaces what an earlier one said. */
    arrival: bigint('arrival', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Null once there is nothing to read. */
    fileId: uuid('file_id').references(() => storedFile.fileId),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    type: text('type', { enum: ['pos', 'labor', 'counts'] }),
    source: text('source', { enum: ['sftp', 'upload', 'api'] }).notNull(),
    userId: uuid('user_id'),
    /** Of a count history: which column is what. */
    columns: jsonb('columns').$type<CountColumns>(),
    status: text('status', { enum: ['pending', 'ok', 'partial', 'failed', 'undone'] }).notNull(),
    /** What a worker has to do; null when there is nothing to do. */
    task: text('task', { enum: ['read', 'undo'] }),
    progress: jsonb('progress').$type<ImportProgress>(),
    rowCount: integer('row_count').notNull().default(0),
    errorCount: integer('error_count').notNull().default(0),
    /** Rows of a count history from a time when the zone had counts already. */
    leftOut: integer('left_out').notNull().default(0),
    messages: jsonb('messages').$type<ImportMessage[]>().notNull().default([]),
    /** What its rows are about. */
    dataFrom: instant('data_from'),
    dataTo: instant('data_to'),
    /** The worker that holds it, and until when by the clock of the database. */
    claim: uuid('claim'),
    claimedUntil: instant('claimed_until'),
    /** Attempts since it last got further. */
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    unique('import_file_org_id').on(t.orgId, t.importStatusId),
    index('import_file_list').on(t.orgId, t.createdAt),
    index('import_file_same').on(t.orgId, t.sha256),
    index('import_file_file').on(t.fileId),
    index('import_file_task')
      .on(t.arrival)
      .where(sql`${t.task} is not null`),
  ],
);

/** The number of an employee in the facts; files name employees by texts. */
export const employee = pgTable(
  'employee',
  {
    employeeNumber: bigint('employee_number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId().references(() => organization.orgId),
    employeeId: text('employee_id').notNull(),
  },
  (t) => [unique('employee_once').on(t.orgId, t.employeeId)],
);

/**
 * What the facts hold of an imported amount, by the key of its kind of file. It decides whether a row adds to what its own
 * file said before or replaces what an earlier one said, and what an undo takes away.
 */
export const amountEntry = pgTable(
  'amount_entry',
  {
    orgId: orgId(),
    seriesId: integer('series_id').notNull(),
    at: instant('at').notNull(),
    /** Zero where nobody is named. */
    employee: bigint('employee', { mode: 'number' }).notNull(),
    indivisible: boolean('indivisible').notNull(),
    span: integer('span').notNull(),
    value: bigint('value', { mode: 'number' }).notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    importId: uuid('import_id').notNull(),
    /** The undo that brought it back. */
    restoredBy: uuid('restored_by'),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.at, t.employee, t.indivisible] }),
    index('amount_entry_import').on(t.importId),
    foreignKey({ columns: [t.orgId, t.importId], foreignColumns: [importFile.orgId, importFile.importStatusId] }),
  ],
);
