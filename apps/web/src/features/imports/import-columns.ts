import type { ImportStatus } from '@atrium/contract/imports';
import { longTimestamp } from '../../format/dates.ts';
import { count } from '../../format/numbers.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

export function typeName({ type }: Pick<ImportStatus, 'type'>): string {
  return type === null ? texts.unknownType : texts.types[type];
}

export function statusName({ status, isUndoing }: Pick<ImportStatus, 'status' | 'isUndoing'>): string {
  return isUndoing ? texts.undoing : texts.statuses[status];
}

const { columns } = texts;

/** The columns of the list and of the CSV file. */
export const importColumns: readonly Column<ImportStatus>[] = [
  {
    key: 'fileName',
    label: columns.fileName,
    kind: 'text',
    width: 220,
    order: 'fileName',
    isRowName: true,
    value: ({ fileName }) => fileName,
  },
  { key: 'type', label: columns.type, kind: 'text', width: 130, order: 'type', from: 'desktop', value: typeName },
  { key: 'status', label: columns.status, kind: 'text', width: 110, order: 'status', value: statusName },
  {
    key: 'rowCount',
    label: columns.rowCount,
    kind: 'number',
    width: 90,
    order: 'rowCount',
    from: 'tablet',
    format: (value) => count(value ?? 0),
    value: ({ rowCount }) => rowCount,
  },
  {
    key: 'errorCount',
    label: columns.errorCount,
    kind: 'number',
    width: 90,
    order: 'errorCount',
    from: 'tablet',
    format: (value) => count(value ?? 0),
    value: ({ errorCount }) => errorCount,
  },
  {
    key: 'source',
    label: columns.source,
    kind: 'text',
    width: 90,
    order: 'source',
    from: 'desktop',
    value: ({ source }) => texts.sources[source],
  },
  {
    key: 'createdAt',
    label: columns.createdAt,
    kind: 'text',
    width: 160,
    order: 'createdAt',
    from: 'tablet',
    value: ({ createdAt }) => longTimestamp(createdAt),
  },
];

/** For staff. */
export const organizationColumn: Column<ImportStatus> = {
  key: 'organization',
  label: columns.organization,
  kind: 'text',
  width: 150,
  from: 'desktop',
  value: ({ organization }) => organization?.name ?? null,
};

type Message = ImportStatus['messages'][number];

/** The columns of the errors, on screen and in their CSV file. A problem of the whole file has no line. */
export const messageColumns: readonly Column<Message>[] = [
  {
    key: 'line',
    label: texts.detail.line,
    kind: 'number',
    width: 70,
    value: ({ line }) => (line === 0 ? null : line),
  },
  { key: 'column', label: texts.detail.column, kind: 'text', width: 120, value: ({ column }) => column },
  { key: 'message', label: texts.detail.message, kind: 'text', width: 260, value: ({ message }) => message },
];
