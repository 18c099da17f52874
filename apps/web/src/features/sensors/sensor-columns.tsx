import type { ListedSensor } from '@atrium/contract/sensors';
import { formatMac } from '@atrium/rules/mac-address';
import { sensorTypeLabel } from '@atrium/rules/sensor-types';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import { count } from '../../format/numbers.ts';
import { SensorLink } from '../../analytics/SensorLink.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Tag } from '../../ui/Tag.tsx';
import { stateOf, StateTag } from './sensor-state.tsx';
import { texts } from './texts.ts';

interface Shown {
  /** Whether the list spans all organizations. */
  everyOrganization: boolean;
  isStaff: boolean;
  now: number;
}

/** The columns of the list and of the file. */
export function sensorColumns({ everyOrganization, isStaff, now }: Shown): Column<ListedSensor>[] {
  // The names of organizations leave less room.
  const spare = everyOrganization ? 'wide' : 'roomy';
  return [
    {
      id: 'name',
      header: texts.columns.name,
      kind: 'text',
      width: 180,
      order: 'name',
      isRowName: true,
      value: ({ name }) => name,
      cell: (sensor) => (
        <>
          <SensorLink sensor={sensor} name={sensor.name} />{' '}
          {sensor.zonesToReview > 0 && <Tag tone="warning">{texts.review(sensor.zonesToReview)}</Tag>}
        </>
      ),
    },
    {
      id: 'state',
      header: texts.columns.state,
      kind: 'text',
      width: 120,
      value: (sensor) => texts.states[stateOf(sensor, now)],
      cell: (sensor) => <StateTag state={stateOf(sensor, now)} />,
    },
    ...(everyOrganization
      ? [words('organization', ({ orgName }) => orgName ?? null, { order: 'orgName', from: 'tablet' })]
      : []),
    words('location', ({ locationName }) => locationName, { order: 'locationName', from: 'tablet' }),
    words('site', ({ siteName }) => siteName, { order: 'siteName', from: 'tablet' }),
    {
      id: 'heard',
      header: texts.columns.heard,
      kind: 'text',
      width: 104,
      order: 'lastHeardAt',
      from: 'tablet',
      value: ({ lastHeardAt }) => (lastHeardAt === null ? null : longTimestamp(lastHeardAt)),
      cell: ({ lastHeardAt }) => (lastHeardAt === null ? texts.never : ago(now - Date.parse(lastHeardAt))),
    },
    words('type', ({ sensorType }) => sensorTypeLabel(sensorType), { order: 'sensorType', from: spare, width: 84 }),
    words('vendor', ({ vendor }) => vendor, { from: 'wide', width: 84 }),
    words('mac', ({ macAddress }) => (macAddress === null ? null : formatMac(macAddress)), {
      order: 'macAddress',
      from: 'roomy',
    }),
    words('firmware', ({ firmware }) => firmware, { order: 'firmware', from: spare, width: 84 }),
    {
      id: 'zones',
      header: texts.columns.zones,
      kind: 'number',
      width: 72,
      from: 'wide',
      value: ({ zoneCount }) => zoneCount,
      cell: ({ zoneCount }) => count(zoneCount),
    },
    words('since', ({ commissionedDate }) => (commissionedDate === null ? null : longDate(commissionedDate)), {
      order: 'commissionedDate',
      from: 'wide',
    }),
    ...(isStaff ? [refused] : []),
  ];
}

const refused: Column<ListedSensor> = {
  id: 'refused',
  header: texts.columns.refused,
  kind: 'text',
  width: 90,
  from: 'wide',
  value: ({ isBlacklisted }) => (isBlacklisted ? texts.blacklisted : null),
  cell: ({ isBlacklisted }) => (isBlacklisted ? <Tag tone="danger">{texts.blacklisted}</Tag> : texts.nothing),
};

function words(
  id: keyof typeof texts.columns,
  value: (sensor: ListedSensor) => string | null,
  more: Partial<Pick<Column<ListedSensor>, 'order' | 'from' | 'width'>>,
): Column<ListedSensor> {
  const header = texts.columns[id];
  return { id, header, kind: 'text', width: 110, value, cell: (row) => value(row) ?? texts.nothing, ...more };
}
