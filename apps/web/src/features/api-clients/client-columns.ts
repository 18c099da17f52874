import type { ApiClient } from '@atrium/contract/api-clients';
import { longDate } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import { asCount } from '../../format/numbers.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

export type State = keyof typeof texts.states;

export function stateOf({ isActive, localuser }: ApiClient): State {
  if (localuser === null) return 'gone';
  return isActive ? 'active' : 'inactive';
}

export function clientColumns(now: number): readonly Column<ApiClient>[] {
  return [
    {
      key: 'name',
      label: texts.columns.name,
      kind: 'text',
      width: 160,
      order: 'name',
      isRowName: true,
      value: ({ name }) => name,
    },
    {
      key: 'user',
      label: texts.columns.user,
      kind: 'text',
      width: 160,
      order: 'localuser',
      from: 'tablet',
      value: ({ localuser }) => localuser?.name ?? null,
    },
    { key: 'state', label: texts.columns.state, kind: 'text', width: 130, value: (row) => texts.states[stateOf(row)] },
    {
      key: 'lastUsed',
      label: texts.columns.lastUsed,
      kind: 'text',
      width: 120,
      order: 'lastUsedAt',
      from: 'tablet',
      value: ({ lastUsedAt }) => (lastUsedAt === null ? texts.never : ago(Math.max(0, now - Date.parse(lastUsedAt)))),
    },
    {
      key: 'requests',
      label: texts.columns.requests,
      ...asCount,
      width: 110,
      order: 'requestCount',
      from: 'desktop',
      value: ({ requestCount }) => requestCount,
    },
    {
      key: 'created',
      label: texts.columns.created,
      kind: 'text',
      width: 110,
      order: 'createdAt',
      from: 'desktop',
      value: ({ createdAt }) => longDate(createdAt),
    },
  ];
}
