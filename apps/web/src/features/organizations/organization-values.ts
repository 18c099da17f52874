import type { BodyInput } from '@atrium/contract/endpoint';
import {
  defaultFlags,
  operatingScopes,
  type Organization,
  type OrganizationFlag,
  organizationFlags,
  organizationTypes,
  type updateOrganization,
} from '@atrium/contract/organizations';
import { cascadeCapabilities } from '@atrium/rules/capability-cascade';
import { changedValues } from '../../ui/changed-fields.ts';

export type { OrganizationFlag } from '@atrium/contract/organizations';

const textFields = [
  'name',
  'organizationType',
  'industryType',
  'operatingScope',
  'site',
  'accountingId',
  'accountRepId',
  'subExpiration',
  'headroomExpiration',
] as const;
type TextField = (typeof textFields)[number];

/** The fields of the form; unset fields are empty strings. */
export type OrganizationValues = Record<TextField, string> & Record<OrganizationFlag, boolean>;

/** The switches of the form, by topic. Comparison views are among the organization's own settings. */
export const switches = {
  counting: ['canViewTraffic', 'canViewGender', 'canViewZoneCounts', 'canViewVisitorJourney', 'canViewReports'],
  occupancy: ['canViewOccupancy', 'canViewExpectedWaitTime', 'canViewZoneOccupancy', 'resetOnNegativeOccupancy'],
  queues: ['canViewQueueService', 'canViewRealTimeQueueService', 'canViewQueueOptimizer'],
  exchange: ['sftpEnabled', 'apiClientsEnabled'],
  sales: ['canViewPOS', 'canViewLabor', 'canViewPerShiftMetrics'],
  headroom: ['headroomEnabled', 'isHeadroomLite', 'alarmsEnabled', 'faceMaskEnabled'],
} as const satisfies Record<string, readonly OrganizationFlag[]>;
export type OrganizationSwitches = typeof switches;

export function valuesOf(organization: Organization): OrganizationValues {
  return {
    ...byName(textFields, (field) => organization[field] ?? ''),
    ...byName(organizationFlags, (flag) => organization[flag] ?? false),
  };
}

export const newOrganization: OrganizationValues = {
  ...byName(textFields, () => ''),
  ...byName(organizationFlags, (flag) => defaultFlags.includes(flag)),
};

/** What to send: only the fields that differ after the cascade has normalized the switches. */
export function changesBetween(
  before: OrganizationValues,
  after: OrganizationValues,
): BodyInput<typeof updateOrganization> {
  return changedValues(stored(before), stored(after));
}

/** All set fields, for a new organization. */
export function creationOf(values: OrganizationValues) {
  const { name, ...rest } = stored(values);
  const set = Object.entries(rest).filter(([, value]) => value !== null);
  return { ...(Object.fromEntries(set) as typeof rest), name: name ?? '' };
}

function stored(values: OrganizationValues) {
  const settled = cascadeCapabilities(values);
  return {
    ...byName(organizationFlags, (flag) => settled[flag]),
    ...byName(textFields, (field) => settled[field].trim() || null),
    operatingScope: oneOf(operatingScopes, settled.operatingScope),
    organizationType: oneOf(organizationTypes, settled.organizationType),
  };
}

function oneOf<Value extends string>(values: readonly Value[], chosen: string): Value | null {
  return values.find((value) => value === chosen) ?? null;
}

function byName<Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}
