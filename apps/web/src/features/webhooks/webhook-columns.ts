import type { Webhook } from '@atrium/contract/webhooks';
import { longDate } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

export type State = keyof typeof texts.states;

export function stateOf({ isEnabled, failures, failedAt }: Webhook): State {
  if (!isEnabled) return failedAt === null ? 'off' : 'failed';
  return failures > 0 ? 'failing' : 'on';
}

export function webhookColumns(now: number): readonly Column<Webhook>[] {
  return [
    {
      key: 'url',
      label: texts.columns.url,
      kind: 'text',
      width: 280,
      order: 'url',
      isRowName: true,
      value: ({ url }) => url,
    },
    { key: 'state', label: texts.columns.state, kind: 'text', width: 150, value: (row) => texts.states[stateOf(row)] },
    {
      key: 'lastSent',
      label: texts.columns.lastSent,
      kind: 'text',
      width: 120,
      from: 'tablet',
      value: ({ lastSentAt }) => (lastSentAt === null ? texts.never : ago(Math.max(0, now - Date.parse(lastSentAt)))),
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
