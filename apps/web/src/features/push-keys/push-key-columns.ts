import type { PushKey } from '@atrium/contract/push-keys';
import { shownAddress } from '@atrium/rules/device-identity';
import { longDate } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

export type State = keyof typeof texts.states;

export function stateOf({ revokedAt, lastUsedAt }: PushKey): State {
  if (revokedAt !== null) return 'revoked';
  return lastUsedAt === null ? 'waiting' : 'receiving';
}

function deviceOf({ lastDevice }: PushKey): string {
  if (!lastDevice) return '';
  return lastDevice.sensorName ?? shownAddress(lastDevice) ?? '';
}

export function pushKeyColumns(now: number): readonly Column<PushKey>[] {
  return [
    {
      key: 'name',
      label: texts.columns.name,
      kind: 'text',
      width: 140,
      order: 'name',
      isRowName: true,
      value: ({ name }) => name,
    },
    {
      key: 'sensors',
      label: texts.columns.sensors,
      kind: 'text',
      width: 140,
      from: 'desktop',
      value: ({ sensor }) => sensor?.name ?? texts.everySensor,
    },
    {
      key: 'state',
      label: texts.columns.state,
      kind: 'text',
      width: 130,
      value: (row) => texts.states[stateOf(row)],
    },
    {
      key: 'device',
      label: texts.columns.device,
      kind: 'text',
      width: 150,
      from: 'desktop',
      value: deviceOf,
    },
    {
      key: 'lastUsed',
      label: texts.columns.lastUsed,
      kind: 'text',
      width: 110,
      order: 'lastUsedAt',
      from: 'tablet',
      value: ({ lastUsedAt }) => (lastUsedAt === null ? texts.never : ago(Math.max(0, now - Date.parse(lastUsedAt)))),
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
