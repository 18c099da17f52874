import type { Estate } from '../registry/directory/estate.ts';

const none = new Map<string, never>();

/** An organization with nothing but what a test gives it. */
export function plainEstate(given: Partial<Estate>): Estate {
  return {
    orgId: 'o',
    factOrg: 1,
    version: 1,
    weekStart: 0,
    name: 'Shops',
    currency: 'USD',
    withholdsSmallGroups: false,
    trackDays: 90,
    locations: none,
    sites: none,
    sensors: none,
    sensorsByDevice: none,
    formerSensorsByDevice: none,
    zones: none,
    spaces: none,
    series: new Map(),
    mappings: none,
    corrections: none,
    clockShifts: none,
    hours: { assignments: none, locationExceptions: none, organizationExceptions: [] },
    ...given,
  };
}

/** A commissioned sensor, without its id and zones. */
export const plainSensor = {
  name: 'Door',
  sensorType: 'xovis5',
  macAddress: null,
  active: true,
  countsFrom: 0,
  siteId: 's',
};

/** A series of a zone that counts everything, at all times. */
export const plainSeries = {
  owner: 'zone',
  siteId: 's',
  locationId: 'l',
  countFilter: 0,
  countApplication: 1,
  perimeter: true,
  enabled: true,
  from: 0,
  to: Infinity,
  recordedFrom: 0,
  factors: [],
} as const;
