import { sensorUseTypes } from '@atrium/contract/reference-lists';
import type { SensorAssignment } from '@atrium/contract/sensor-assignments';
import { formatMac } from '@atrium/rules/mac-address';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { longDate, longTimestamp, zoneAbbreviation } from '../../analytics/format.ts';
import { SensorLink } from '../../analytics/SensorLink.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Tag } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';

type Row = Column<SensorAssignment>;

export function nameOf({ sensor, macAddress, sensorId }: SensorAssignment): string {
  if (sensorId === null) return texts.form.none;
  return sensor?.name ?? (macAddress === null ? texts.nothing : formatMac(macAddress));
}

export const sensorColumn: Row = {
  id: 'sensor',
  header: texts.columns.sensor,
  kind: 'text',
  width: 170,
  isRowName: true,
  value: nameOf,
  cell: (row) =>
    row.sensorId === null ? (
      <Tag tone="warning">{texts.waits}</Tag>
    ) : (
      <SensorLink sensor={{ sensorId: row.sensorId, orgId: row.orgId }} name={nameOf(row)} />
    ),
};

export const siteColumn: Row = {
  id: 'site',
  header: texts.columns.site,
  kind: 'text',
  width: 150,
  order: 'site',
  value: ({ site }) => site.name,
  cell: ({ orgId, locationId, siteId, site }) => (
    <RowLink to="/app/org/$orgId/location/$locationId/site/$siteId" params={{ orgId, locationId, siteId }} search={{}}>
      {site.name}
    </RowLink>
  ),
};

export const locationColumn: Row = words('location', ({ locationName }) => locationName, {
  order: 'location',
  from: 'tablet',
});
export const organizationColumn: Row = words('organization', ({ orgName }) => orgName || texts.orgNotFound, {
  order: 'organization',
  from: 'tablet',
});
export const macColumn: Row = words('mac', ({ macAddress }) => (macAddress === null ? null : formatMac(macAddress)), {
  order: 'macAddress',
  from: 'wide',
});
export const purposeColumn: Row = words('use', ({ sensorUseType }) => purposeName(sensorUseType), {
  order: 'sensorUseType',
  from: 'tablet',
  width: 70,
});

/** The abbreviation of today: a zone has another one in summer. */
export const timezoneColumn = (now: number): Row =>
  words('timezone', ({ timezone }) => zoneAbbreviation(timezone, now), { from: 'tablet', width: 70 });

export const beginColumn: Row = words('from', ({ from }) => longDate(from), {
  order: 'from',
  from: 'wide',
  width: 70,
});
export const endColumn: Row = words('to', ({ to }) => (isEndless(to) ? texts.forever : longTimestamp(to)), {
  order: 'to',
  from: 'desktop',
});

export const stateColumn: Row = {
  id: 'state',
  header: texts.columns.state,
  kind: 'text',
  width: 92,
  value: ({ active }) => (active ? texts.active : texts.inactive),
  cell: ({ active }) => <Tag tone={active ? 'success' : 'neutral'}>{active ? texts.active : texts.inactive}</Tag>,
};

export function removeColumn(remove: (assignment: SensorAssignment) => void): Row {
  return {
    id: 'actions',
    header: texts.columns.actions,
    kind: 'number',
    width: 60,
    isActions: true,
    value: () => null,
    cell: (row) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.remove(`${nameOf(row)}, ${row.site.name}`)}
        onClick={() => remove(row)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    ),
  };
}

export function purposeName(code: number): string {
  return sensorUseTypes.find(({ id }) => id === code)?.name ?? texts.useUnknown;
}

function isEndless(to: string): boolean {
  return to.startsWith('9999');
}

function words(
  id: keyof typeof texts.columns,
  value: (row: SensorAssignment) => string | null,
  more: Partial<Pick<Row, 'order' | 'from' | 'width'>> = {},
): Row {
  const header = texts.columns[id];
  return { id, header, kind: 'text', width: 110, value, cell: (row) => value(row) ?? texts.nothing, ...more };
}
