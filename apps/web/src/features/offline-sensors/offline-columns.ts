import type { OfflineSensor } from '@atrium/contract/offline-sensors';
import { shownAddress } from '@atrium/rules/device-identity';
import { longTimestamp } from '../../format/dates.ts';
import { lasted } from '../../format/durations.ts';
import { actionsColumn, type Column, columnsFor } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

interface Shown {
  kind: 'open' | 'resolved';
  isStaff: boolean;
  mayAcknowledge: boolean;
}

const words = texts.columns;

/** The columns of both lists and of their files. */
export function offlineColumns({ kind, isStaff, mayAcknowledge }: Shown): readonly Column<OfflineSensor>[] {
  const columns: Column<OfflineSensor>[] = [
    {
      key: 'sensor',
      label: words.sensor,
      kind: 'text',
      width: 150,
      order: 'sensor',
      isRowName: true,
      value: ({ sensor }) => sensor.name,
    },
    organizationColumn,
    {
      key: 'location',
      label: words.location,
      kind: 'text',
      width: 130,
      order: 'location',
      from: 'tablet',
      value: ({ sensor }) => sensor.location?.name ?? null,
    },
    // The names of organizations leave less room.
    isStaff ? { ...siteColumn, from: 'roomy' } : siteColumn,
    // Where there is no room for it, the search and the opened row still know it.
    ...(kind === 'open' && !isStaff ? [macColumn] : []),
    {
      key: 'since',
      label: words.since,
      kind: 'text',
      width: kind === 'open' ? 110 : 150,
      order: 'createdAt',
      ...(kind === 'resolved' && { from: 'desktop' as const }),
      value: ({ createdAt }) => longTimestamp(createdAt),
    },
    ...(kind === 'resolved' ? [untilColumn, lastedColumn] : []),
    {
      key: 'cause',
      label: words.cause,
      kind: 'text',
      width: 150,
      order: 'cause',
      from: 'tablet',
      value: ({ cause }) => cause,
    },
    ...(kind === 'open' ? [byColumn] : []),
    ...(mayAcknowledge ? [acknowledgeColumn] : []),
  ];
  return columnsFor(columns, { isStaff });
}

/** An organization is not told the names of staff. */
export function acknowledgerOf({ acknowledgedBy, acknowledger }: OfflineSensor): string | null {
  return acknowledgedBy === null ? null : (acknowledger?.name ?? texts.staff);
}

const organizationColumn: Column<OfflineSensor> = {
  staffOnly: true,
  key: 'organization',
  label: words.organization,
  kind: 'text',
  width: 140,
  order: 'organization',
  from: 'tablet',
  value: ({ sensor }) => sensor.organization?.name ?? null,
};

const siteColumn: Column<OfflineSensor> = {
  key: 'site',
  label: words.site,
  kind: 'text',
  width: 120,
  order: 'site',
  from: 'tablet',
  value: ({ sensor }) => sensor.site?.name ?? null,
};

const byColumn: Column<OfflineSensor> = {
  key: 'by',
  label: words.by,
  kind: 'text',
  width: 130,
  // Goes before the MAC address where not both have room.
  from: 'desktop',
  value: acknowledgerOf,
};

const macColumn: Column<OfflineSensor> = {
  key: 'mac',
  label: words.mac,
  kind: 'text',
  width: 130,
  from: 'roomy',
  value: ({ sensor }) => shownAddress(sensor),
};

const untilColumn: Column<OfflineSensor> = {
  key: 'until',
  label: words.until,
  kind: 'text',
  width: 150,
  order: 'resolvedDate',
  from: 'tablet',
  value: ({ resolvedDate }) => longTimestamp(resolvedDate),
};

const lastedColumn: Column<OfflineSensor> = {
  key: 'lasted',
  label: words.lasted,
  kind: 'text',
  width: 100,
  value: ({ createdAt, resolvedDate }) =>
    resolvedDate === null ? null : lasted(Date.parse(resolvedDate) - Date.parse(createdAt)),
};

const acknowledgeColumn: Column<OfflineSensor> = {
  ...actionsColumn,
  label: words.actions,
  width: 120,
  // On phones the row itself opens what can be done with it.
  from: 'tablet',
};
