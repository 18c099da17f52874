import type { OfflineSensor } from '@atrium/contract/offline-sensors';
import { formatMac } from '@atrium/rules/mac-address';
import { Button } from '@mantine/core';
import { longTimestamp } from '../../format/dates.ts';
import { ago, lasted } from '../../format/durations.ts';
import { RowButton } from '../../ui/RowButton.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

interface Looks {
  kind: 'open' | 'resolved';
  isStaff: boolean;
  mayAcknowledge: boolean;
  now: number;
  onOpen: (record: OfflineSensor) => void;
  onAcknowledge: (record: OfflineSensor) => void;
}

const words = texts.columns;

/** The columns of both lists and of their files. */
export function offlineColumns(looks: Looks): readonly Column<OfflineSensor>[] {
  const { kind, isStaff, mayAcknowledge, now, onOpen, onAcknowledge } = looks;
  return [
    {
      id: 'sensor',
      header: words.sensor,
      kind: 'text',
      width: 150,
      order: 'sensor',
      isRowName: true,
      value: ({ sensor }) => sensor.name,
      cell: (record) => (
        <RowButton width="260px" widthOnPhones="140px" onClick={() => onOpen(record)}>
          {record.sensor.name}
        </RowButton>
      ),
    },
    ...(isStaff ? [organizationColumn] : []),
    {
      id: 'location',
      header: words.location,
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
      id: 'since',
      header: words.since,
      kind: 'text',
      width: kind === 'open' ? 110 : 150,
      order: 'createdAt',
      ...(kind === 'resolved' && { from: 'desktop' as const }),
      value: ({ createdAt }) => longTimestamp(createdAt),
      ...(kind === 'open' && {
        cell: ({ createdAt }: OfflineSensor) => (
          <time dateTime={createdAt} title={longTimestamp(createdAt)}>
            {ago(now - Date.parse(createdAt))}
          </time>
        ),
      }),
    },
    ...(kind === 'resolved' ? [untilColumn, lastedColumn] : []),
    {
      id: 'cause',
      header: words.cause,
      kind: 'text',
      width: 150,
      order: 'cause',
      from: 'tablet',
      value: ({ cause }) => cause,
      cell: ({ cause }) =>
        cause === null ? (
          <Tag tone={kind === 'open' ? 'warning' : 'neutral'}>{texts.notAcknowledged}</Tag>
        ) : (
          <span className={classes['cause']} title={cause}>
            {cause}
          </span>
        ),
    },
    ...(kind === 'open' ? [byColumn] : []),
    ...(mayAcknowledge ? [actionsColumn(onAcknowledge)] : []),
  ];
}

/** An organization is not told the names of staff. */
export function acknowledgerOf({ acknowledgedBy, acknowledger }: OfflineSensor): string | null {
  return acknowledgedBy === null ? null : (acknowledger?.name ?? texts.staff);
}

const organizationColumn: Column<OfflineSensor> = {
  id: 'organization',
  header: words.organization,
  kind: 'text',
  width: 140,
  order: 'organization',
  from: 'tablet',
  value: ({ sensor }) => sensor.organization?.name ?? null,
};

const siteColumn: Column<OfflineSensor> = {
  id: 'site',
  header: words.site,
  kind: 'text',
  width: 120,
  order: 'site',
  from: 'tablet',
  value: ({ sensor }) => sensor.site?.name ?? null,
  cell: ({ orgId, sensor: { site, location } }) =>
    site &&
    location && (
      <RowLink
        to="/app/org/$orgId/location/$locationId/site/$siteId"
        params={{ orgId, locationId: location.locationId, siteId: site.siteId }}
        search={{}}
      >
        {site.name}
      </RowLink>
    ),
};

const byColumn: Column<OfflineSensor> = {
  id: 'by',
  header: words.by,
  kind: 'text',
  width: 130,
  // Goes before the MAC address where not both have room.
  from: 'desktop',
  value: acknowledgerOf,
};

const macColumn: Column<OfflineSensor> = {
  id: 'mac',
  header: words.mac,
  kind: 'text',
  width: 130,
  from: 'roomy',
  value: ({ sensor: { macAddress } }) => (macAddress === null ? null : formatMac(macAddress)),
};

const untilColumn: Column<OfflineSensor> = {
  id: 'until',
  header: words.until,
  kind: 'text',
  width: 150,
  order: 'resolvedDate',
  from: 'tablet',
  value: ({ resolvedDate }) => longTimestamp(resolvedDate),
};

const lastedColumn: Column<OfflineSensor> = {
  id: 'lasted',
  header: words.lasted,
  kind: 'text',
  width: 100,
  value: ({ createdAt, resolvedDate }) =>
    resolvedDate === null ? null : lasted(Date.parse(resolvedDate) - Date.parse(createdAt)),
};

function actionsColumn(onAcknowledge: (record: OfflineSensor) => void): Column<OfflineSensor> {
  return {
    id: 'actions',
    header: words.actions,
    kind: 'number',
    width: 120,
    // On phones the row itself opens what can be done with it.
    from: 'tablet',
    isActions: true,
    value: () => null,
    cell: (record) => {
      const { cause, sensor } = record;
      return (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={cause === null ? texts.acknowledgeOf(sensor.name) : texts.editOf(sensor.name)}
          onClick={() => onAcknowledge(record)}
        >
          {cause === null ? texts.acknowledge : texts.edit}
        </Button>
      );
    },
  };
}
