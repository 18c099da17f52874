import { sensorUseTypes } from '@atrium/contract/reference-lists';
import type { SensorAssignment } from '@atrium/contract/sensor-assignments';
import { shownAddress } from '@atrium/rules/device-identity';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { zoneAbbreviation } from '../../format/zones.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

type Row = Column<SensorAssignment>;

export function nameOf(assignment: SensorAssignment): string {
  if (assignment.sensorId === null) return texts.form.none;
  return assignment.sensor?.name ?? shownAddress(assignment) ?? texts.nothing;
}

export const sensorColumn: Row = {
  key: 'sensor',
  label: texts.columns.sensor,
  kind: 'text',
  width: 170,
  isRowName: true,
  value: nameOf,
};

export const siteColumn: Row = {
  key: 'site',
  label: texts.columns.site,
  kind: 'text',
  width: 150,
  order: 'site',
  value: ({ site }) => site.name,
};

export const locationColumn: Row = words('location', ({ locationName }) => locationName, {
  order: 'location',
  from: 'tablet',
});
export const organizationColumn: Row = words('organization', ({ orgName }) => orgName || texts.orgNotFound, {
  order: 'organization',
  from: 'tablet',
});
export const macColumn: Row = words('mac', shownAddress, {
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
  key: 'state',
  label: texts.columns.state,
  kind: 'text',
  width: 92,
  value: ({ active }) => (active ? texts.active : texts.inactive),
};

export const removeColumn: Row = { ...actionsColumn, label: texts.columns.actions, width: 60 };

function purposeName(code: number): string {
  return sensorUseTypes.find(({ id }) => id === code)?.name ?? texts.useUnknown;
}

function isEndless(to: string): boolean {
  return to.startsWith('9999');
}

function words(
  key: keyof typeof texts.columns,
  value: (row: SensorAssignment) => string | null,
  more: Partial<Pick<Row, 'order' | 'from' | 'width'>> = {},
): Row {
  return { key, label: texts.columns[key], kind: 'text', width: 110, value, empty: texts.nothing, ...more };
}
