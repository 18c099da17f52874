import type { ListedSensor } from '@atrium/contract/sensors';
import { shownAddress } from '@atrium/rules/device-identity';
import { sensorTypeLabel } from '@atrium/rules/sensor-types';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { asCount } from '../../format/numbers.ts';
import { type Column, columnsFor } from '../../ui/table/column.ts';
import { stateOf } from './sensor-state.ts';
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
  const columns: Column<ListedSensor>[] = [
    {
      key: 'name',
      label: texts.columns.name,
      kind: 'text',
      width: 180,
      order: 'name',
      isRowName: true,
      value: ({ name }) => name,
    },
    {
      key: 'state',
      label: texts.columns.state,
      kind: 'text',
      width: 120,
      value: (sensor) => texts.states[stateOf(sensor, now)],
    },
    ...(everyOrganization
      ? [words('organization', ({ orgName }) => orgName ?? null, { order: 'orgName', from: 'tablet' })]
      : []),
    words('location', ({ locationName }) => locationName, { order: 'locationName', from: 'tablet' }),
    words('site', ({ siteName }) => siteName, { order: 'siteName', from: 'tablet' }),
    {
      key: 'heard',
      label: texts.columns.heard,
      kind: 'text',
      width: 104,
      order: 'lastHeardAt',
      from: 'tablet',
      value: ({ lastHeardAt }) => (lastHeardAt === null ? null : longTimestamp(lastHeardAt)),
    },
    words('type', ({ sensorType }) => sensorTypeLabel(sensorType), { order: 'sensorType', from: spare, width: 84 }),
    words('vendor', ({ vendor }) => vendor, { from: 'wide', width: 84 }),
    words('mac', shownAddress, {
      order: 'macAddress',
      from: 'roomy',
    }),
    words('firmware', ({ firmware }) => firmware, { order: 'firmware', from: spare, width: 84 }),
    {
      ...asCount,
      key: 'zones',
      label: texts.columns.zones,
      width: 72,
      from: 'wide',
      value: ({ zoneCount }) => zoneCount,
    },
    words('since', ({ commissionedDate }) => (commissionedDate === null ? null : longDate(commissionedDate)), {
      order: 'commissionedDate',
      from: 'wide',
    }),
    refused,
  ];
  return columnsFor(columns, { isStaff });
}

const refused: Column<ListedSensor> = {
  staffOnly: true,
  key: 'refused',
  label: texts.columns.refused,
  kind: 'text',
  width: 90,
  from: 'wide',
  value: ({ isBlacklisted }) => (isBlacklisted ? texts.blacklisted : null),
  empty: texts.nothing,
};

function words(
  key: keyof typeof texts.columns,
  value: (sensor: ListedSensor) => string | null,
  more: Partial<Pick<Column<ListedSensor>, 'order' | 'from' | 'width'>>,
): Column<ListedSensor> {
  return { key, label: texts.columns[key], kind: 'text', width: 110, value, empty: texts.nothing, ...more };
}
