import { countIntervals } from '@atrium/rules/import-counts';
import { importTypes, maximumImportBytes, maxImportFiles } from '@atrium/rules/import-file';
import * as z from 'zod/mini';
import { administrators, administratorsOrAll } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'imports';

export const importStatuses = ['pending', 'ok', 'partial', 'failed', 'undone'] as const;

const message = z.object({ line: z.number(), column: z.string(), message: z.string() });

/** A file of sales, staff hours or counts, and what became of it. */
export const importStatus = z.object({
  importStatusId: id,
  orgId: id,
  fileName: z.string(),
  /** Null for a file whose name says nothing. */
  type: z.nullable(z.enum(importTypes)),
  status: z.enum(importStatuses),
  rowCount: z.number(),
  errorCount: z.number(),
  /** Rows of a count history from a time when the zone had counts already. */
  leftOut: z.number(),
  /** The first 100. */
  messages: z.array(message),
  source: z.enum(['sftp', 'upload', 'api']),
  userId: z.nullable(id),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  bytes: z.number(),
  /** How much of the file was read; null when nothing is going on. */
  bytesRead: z.nullable(z.number()),
  isUndoing: z.boolean(),
  /** What its rows are about. */
  dataFrom: z.nullable(instant),
  dataTo: z.nullable(instant),
  /** For staff. */
  organization: z.optional(z.object({ orgId: id, name: z.string() })),
});
export type ImportStatus = z.output<typeof importStatus>;

export const listImports = defineEndpoint({
  name: 'listImports',
  area,
  summary: 'Imported files and what became of them, newest first; for staff with the organization',
  method: 'GET',
  path: '/api/import-status',
  access: administratorsOrAll,
  query: z.object({
    ...listQuery,
    ...orgBound,
    /** `organization`, for staff; they get it anyway. */
    include: z.optional(z.string().check(z.maxLength(100))),
    status: z.optional(z.enum(importStatuses)),
    type: z.optional(z.enum(importTypes)),
  }),
  reply: z.array(importStatus),
  list: true,
});

const oneImport = z.object({ importStatusId: z.string() });

export const getImport = defineEndpoint({
  name: 'getImport',
  area,
  summary: 'One imported file',
  method: 'GET',
  path: '/api/import-status/{importStatusId}',
  access: administrators,
  params: oneImport,
  query: z.object(orgBound),
  reply: importStatus,
});

/** Which column of a count history is what, by its name in the header. */
export const countColumns = z.strictObject({
  timestamp: z.optional(z.string().check(z.maxLength(200))),
  date: z.optional(z.string().check(z.maxLength(200))),
  time: z.optional(z.string().check(z.maxLength(200))),
  zone: z.optional(z.string().check(z.maxLength(200))),
  zoneId: z.optional(z.string().check(z.maxLength(100))),
  ins: z.string().check(z.maxLength(200)),
  outs: z.optional(z.string().check(z.maxLength(200))),
  minutes: z.literal(countIntervals),
  timezone: z.optional(z.string().check(z.maxLength(60))),
  dayFirst: z.optional(z.boolean()),
});

export const importFiles = defineEndpoint({
  name: 'importFiles',
  area,
  summary:
    'Imports CSV files: pos*.csv, labor*.csv, counts*.csv. The field `columns`, before the files, is JSON and says which column of a count history is what',
  method: 'POST',
  path: '/api/import',
  access: administrators,
  query: z.object(orgBound),
  multipart: { files: maxImportFiles, bytes: maximumImportBytes },
  reply: z.array(importStatus),
});

export const undoImport = defineEndpoint({
  name: 'undoImport',
  area,
  summary: 'Takes back everything a file brought, or stops it while it is being read',
  method: 'DELETE',
  path: '/api/import-status/{importStatusId}',
  access: administrators,
  params: oneImport,
  query: z.object(orgBound),
  reply: importStatus,
});

/** The beginning of a file is enough to see whether its columns are understood. */
export const maxPreviewBytes = 2 * 1024 ** 2;

export const countPreview = z.object({
  /** The names in the header. */
  header: z.array(z.string()),
  /** The first rows, as understood. */
  rows: z.array(
    z.object({
      line: z.number(),
      zoneId: id,
      zoneName: z.string(),
      at: instant,
      /** As clocks at the location show it. */
      localTime: z.string(),
      ins: z.number(),
      outs: z.number(),
    }),
  ),
  rowCount: z.number(),
  errorCount: z.number(),
  messages: z.array(message),
  /** By zone and local month, `2026-11`. */
  totals: z.array(
    z.object({
      zoneId: id,
      zoneName: z.string(),
      month: z.string(),
      ins: z.number(),
      outs: z.number(),
      rowCount: z.number(),
    }),
  ),
});
export type CountPreview = z.output<typeof countPreview>;

export const previewCounts = defineEndpoint({
  name: 'previewCounts',
  area,
  summary: 'How the beginning of a count history is understood; keeps nothing',
  method: 'POST',
  path: '/api/import/preview',
  access: administrators,
  query: z.object(orgBound),
  body: z.strictObject({ text: z.string().check(z.maxLength(maxPreviewBytes)), columns: countColumns }),
  maxBytes: 2 * maxPreviewBytes,
  reply: countPreview,
});

export const sftpAccess = z.object({
  /** Null while this server takes no files by SFTP. */
  port: z.nullable(z.number()),
  user: z.string(),
  /** `SHA256:…` of the host key, as clients show it. */
  fingerprint: z.nullable(z.string()),
});
export type SftpAccess = z.output<typeof sftpAccess>;

export const getSftpAccess = defineEndpoint({
  name: 'getSftpAccess',
  area,
  summary: 'Where and under which name an organization sends files by SFTP',
  method: 'GET',
  path: '/api/import/sftp',
  access: { ...administrators, capability: 'sftpEnabled' },
  query: z.object(orgBound),
  reply: sftpAccess,
});
