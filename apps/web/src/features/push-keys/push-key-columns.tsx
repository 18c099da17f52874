import type { PushKey } from '@atrium/contract/push-keys';
import { formatMac } from '@atrium/rules/mac-address';
import { ago, longDate } from '../../analytics/format.ts';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';

type State = keyof typeof texts.states;
const tones: Record<State, Tone> = { waiting: 'warning', receiving: 'success', revoked: 'neutral' };

function stateOf({ revokedAt, lastUsedAt }: PushKey): State {
  if (revokedAt !== null) return 'revoked';
  return lastUsedAt === null ? 'waiting' : 'receiving';
}

function deviceOf({ lastDevice }: PushKey): string {
  if (!lastDevice) return '';
  return lastDevice.sensorName ?? (lastDevice.macAddress === null ? '' : formatMac(lastDevice.macAddress));
}

export function pushKeyColumns(onOpen: (pushKeyId: string) => void, now: number): readonly Column<PushKey>[] {
  return [
    {
      id: 'name',
      header: texts.columns.name,
      kind: 'text',
      width: 140,
      order: 'name',
      isRowName: true,
      value: ({ name }) => name,
      cell: ({ pushKeyId, name }) => (
        <RowButton width="36ch" widthOnPhones="36vw" onClick={() => onOpen(pushKeyId)}>
          {name}
        </RowButton>
      ),
    },
    {
      id: 'sensors',
      header: texts.columns.sensors,
      kind: 'text',
      width: 140,
      from: 'desktop',
      value: ({ sensor }) => sensor?.name ?? texts.everySensor,
    },
    {
      id: 'state',
      header: texts.columns.state,
      kind: 'text',
      width: 130,
      value: (row) => texts.states[stateOf(row)],
      cell: (row) => <Tag tone={tones[stateOf(row)]}>{texts.states[stateOf(row)]}</Tag>,
    },
    {
      id: 'device',
      header: texts.columns.device,
      kind: 'text',
      width: 150,
      from: 'desktop',
      value: deviceOf,
    },
    {
      id: 'lastUsed',
      header: texts.columns.lastUsed,
      kind: 'text',
      width: 110,
      order: 'lastUsedAt',
      from: 'tablet',
      value: ({ lastUsedAt }) => (lastUsedAt === null ? texts.never : ago(Math.max(0, now - Date.parse(lastUsedAt)))),
    },
    {
      id: 'created',
      header: texts.columns.created,
      kind: 'text',
      width: 110,
      order: 'createdAt',
      from: 'desktop',
      value: ({ createdAt }) => longDate(createdAt),
    },
  ];
}
