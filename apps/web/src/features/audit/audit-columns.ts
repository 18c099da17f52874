import type { AuditEntry } from '@atrium/contract/audit';
import { longTimestamp } from '../../format/dates.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { actorOf, sentenceOf } from './sentences.ts';
import { texts } from './texts.ts';

/** The columns of the list and of the CSV file. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    label: texts.columns.at,
    kind: 'text',
    width: 120,
    order: 'at',
    value: ({ at }) => longTimestamp(at),
  },
  {
    key: 'what',
    label: texts.columns.what,
    kind: 'text',
    width: 170,
    isRowName: true,
    value: sentenceOf,
  },
  {
    key: 'who',
    label: texts.columns.who,
    kind: 'text',
    width: 150,
    from: 'desktop',
    value: actorOf,
  },
  {
    ...actionsColumn,
    label: texts.columns.actions,
    width: 150,
    from: 'tablet',
  },
];
