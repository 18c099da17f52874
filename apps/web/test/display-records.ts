import * as api from '@atrium/contract/displays';
import { getLocation, listLocations } from '@atrium/contract/locations';
import { getOrganization } from '@atrium/contract/organizations';
import { getSpace, listSpaces } from '@atrium/contract/spaces';
import { listZones } from '@atrium/contract/zones';
import { defaultLook } from '@atrium/rules/display';
import { answer } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { signedInAs } from './stage.ts';

export const orgId = sampleId('orgId');
export const locationId = sampleId('locationId');
export const spaceId = sampleId('spaceId');
export const zoneId = sampleId('zoneId');
export const url = 'https://counts.example.com/api/display/live-occupancy/12345678';
export const display = {
  ...defaultLook,
  locationId,
  kind: 'live-occupancy',
  entityType: 'space',
  entityId: spaceId,
  name: 'Reading room',
  code: '12345678',
  url,
  enabled: true,
  hasLogo: false,
  items: [],
} as const;
export const flags = {
  canViewOccupancy: true,
  faceMaskEnabled: true,
  canViewQueueOptimizer: true,
  canViewExpectedWaitTime: true,
};
export const places = [
  answer(listLocations, [{ locationId, name: 'Riverside' }]),
  answer(listSpaces, [{ spaceId, name: 'Reading room' }]),
  answer(listZones, [{ zoneId, name: 'Entrance', sensorName: 'Door sensor' }]),
  answer(getLocation, { locationId, name: 'Riverside' }),
  answer(getSpace, { spaceId, name: 'Reading room' }),
  answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, ...flags }),
];
export const administrator = [...records, ...signedInAs('OrganizationAdministrator'), ...places];
export const reader = [...records, ...signedInAs('OrganizationUser'), ...places];
export const none = answer(api.listDisplays, []);
