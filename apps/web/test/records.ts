import { getHomepage, getOwnRoles, listOwnSessions } from '@atrium/contract/account';
import { listAnnotations } from '@atrium/contract/annotations';
import { attachmentCalls } from '@atrium/contract/attachments';
import { listAudit } from '@atrium/contract/audit';
import { getSensorClock } from '@atrium/contract/clock-shifts';
import { listCorrections } from '@atrium/contract/corrections';
import { customFieldCalls, listFieldNames, listFieldValuesOfType } from '@atrium/contract/custom-fields';
import { getDataQueue, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { getLocationAcf } from '@atrium/contract/diagnostics';
import { getForecastScoreboard } from '@atrium/contract/forecast';
import * as imports from '@atrium/contract/imports';
import * as inbox from '@atrium/contract/inbox';
import { getPackageRequests } from '@atrium/contract/package-requests';
import { listInvitations } from '@atrium/contract/invitations';
import { getLocation, listLocations } from '@atrium/contract/locations';
import { getOutboxMessage, listOutbox } from '@atrium/contract/mail';
import { listMqttBrokers, listMqttVendors } from '@atrium/contract/mqtt';
import * as offline from '@atrium/contract/offline-sensors';
import * as organizations from '@atrium/contract/organizations';
import * as pickers from '@atrium/contract/pickers';
import { getTerms } from '@atrium/contract/product-info';
import * as push from '@atrium/contract/push-keys';
import * as reference from '@atrium/contract/reference';
import { getOpeningHours } from '@atrium/contract/opening-hours';
import * as schedules from '@atrium/contract/schedules';
import { getSecondFactor, getStaffPolicy } from '@atrium/contract/second-factor';
import { listSensorAssignments } from '@atrium/contract/sensor-assignments';
import { getIsBlacklisted } from '@atrium/contract/sensor-blacklist';
import * as sensors from '@atrium/contract/sensors';
import { getSite, listSites } from '@atrium/contract/sites';
import { getSpaceDrift } from '@atrium/contract/space-drift';
import * as spaces from '@atrium/contract/spaces';
import { getSsoConnection } from '@atrium/contract/sso';
import { getSystem } from '@atrium/contract/system';
import { getDeskCompany, getLocationContact, getTicket, listDeskGroups, listTickets } from '@atrium/contract/tickets';
import { getUser, listLocationAssignments, listRoles, listUsers } from '@atrium/contract/users';
import { getLicenseTypes } from '@atrium/contract/vendor-licenses';
import { getWeather } from '@atrium/contract/weather';
import { getFirstSteps } from '@atrium/contract/welcome';
import { getZone, listZones } from '@atrium/contract/zones';
import { emailPattern } from '@atrium/rules/email';
import { mappingRecords } from './mapping-records.ts';
import { answer, type Answer } from './network.ts';
import { sampleId, sampleNow } from './sample.ts';

const place = { city: 'Austin', state: 'Texas', country: 'United States', timezone: 'America/Chicago' };
const zone = {
  name: 'Line 7',
  deviceId: '7',
  scaleFactor: 1.05,
  countFilter: 0,
  countApplication: 0,
  perimeter: false,
  disabled: false,
  minDwell: 5,
  maxDwell: 600,
  waitTimes: 'sums' as const,
  counterReset: null,
  counterMode: 'cumulative' as const,
  counterDirection: 'ins' as const,
  needsReview: true,
  settings: { color: 'teal', tags: ['door'] },
};
const sensor = {
  name: 'North sensor',
  sensorType: 'Xovis 5',
  macAddress: '006E02AABBCC',
  identifier: '006E02AABBCC',
  active: true,
  zone: [zone],
};
const site = { name: 'North door', sensor: [sensor], zone: [zone] };
const space = { name: 'Reading room', maxCapacity: 120 };
/** A file with two wrong rows. */
export const imported = {
  type: 'pos',
  status: 'partial',
  rowCount: 1200,
  errorCount: 2,
  leftOut: 0,
  messages: [
    { line: 7, column: 'locationNumber', message: 'No location has the locationNumber “9999”' },
    { line: 12, column: 'netSales', message: 'is not a number: “abc”' },
  ],
  bytesRead: null,
  isUndoing: false,
  organization: undefined,
} as const;
const location = { name: 'Riverside Branch', ...place, latitude: 30.268107, longitude: -97.744821, acfEligible: true };
/** Someone else than the one who is signed in. */
export const person = {
  userId: sampleId('userId', 1),
  orgId: sampleId('orgId'),
  name: 'Lena Marsh',
  email: 'lena@example.com',
  roleId: 1,
  roles: [{ roleId: 1, name: 'OrganizationUser' }],
};
const organization = { name: 'Lakeside Libraries', isEnabled: true, canViewTraffic: true, canViewOccupancy: true };
const hours = [{ weekday: 1, openTime: '09:00', closeTime: '18:00' }];
const schedule = {
  name: 'Branches',
  effectiveDate: '2026-01-01',
  schedule_period: hours,
  schedule_version: [{ effectiveDate: '2026-01-01', schedule_period: hours }],
  timezones: ['America/Chicago'],
};
const silent = {
  sensor: {
    name: 'Ceiling north',
    macAddress: '006E02AABBCC',
    identifier: '006E02AABBCC',
    site: { name: 'North door' },
    location: { name: 'Riverside Branch' },
  },
};
const ticket = { subject: 'South door counts twice', type: 'Accuracy' };
const counted = {
  recordDate: '2026-03-02T15:00:00.000Z',
  timezone: 'America/Chicago',
  sumins: 120,
  sumouts: 110,
  completeness: 0.98,
  name: 'Riverside Branch',
};

const hour = 3_600_000;
/** Of today and the week before, by the hour. */
const hourly = Array.from({ length: 8 * 24 }, (_, back) => ({
  ...counted,
  recordDate: new Date((Math.floor(Date.now() / hour) - back) * hour).toISOString(),
  sumins: 40 + ((back * 37) % 90),
  sumouts: 35 + ((back * 41) % 90),
}));

/** A location is open whenever the tests run. */
const always = { from: '2000-01-01T00:00:00.000Z', to: '2999-01-01T00:00:00.000Z' };
/** A week with a feast, a long evening and a Sunday. */
const exceptions = new Map<number, { scope: 'organization' | 'location'; type: number; description: string }>([
  [4, { scope: 'organization', type: 0, description: 'Feast' }],
  [6, { scope: 'location', type: 2, description: 'Late-night shopping' }],
]);
function openOn(day: number): [string, string][] {
  if (day === 4 || day === 8) return [];
  if (day === 6) return [['09:00', '24:00']];
  return [
    ['09:00', '12:30'],
    ['13:30', '18:00'],
  ];
}

/** What the reads of one small organization answer. There are no writes: a test that expects one says so. */
export const records: readonly Answer[] = [
  answer(getHomepage),
  answer(getOwnRoles),
  answer(listOwnSessions, [
    { current: true, address: '127.0.0.1', userAgent: 'Chrome on Linux' },
    {
      address: '192.0.2.7',
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604',
    },
  ]),
  ...Object.values(attachmentCalls).map(({ list }) => answer(list, [])),
  ...Object.values(customFieldCalls).map(({ list }) => answer(list, [{ name: 'Region', value: 'North' }])),
  answer(listFieldNames, ['Region']),
  answer(listFieldValuesOfType, ['North']),
  answer(listAudit, [{ action: 'signed-in' }]),
  answer(listOutbox, [{ subject: 'You are invited to Lakeside Libraries' }]),
  answer(getOutboxMessage, {
    subject: 'You are invited to Lakeside Libraries',
    text: 'You have been invited',
    html: null,
  }),
  answer(getDataQueue, { running: 1, waiting: 0 }),
  answer(getTraffic, { results: hourly, messages: [] }),
  answer(getTrafficTotal, { results: [counted], messages: [] }),
  answer(getDeskCompany),
  answer(getLocationContact),
  answer(listDeskGroups, [{ name: 'Field Service' }]),
  answer(listTickets, [ticket]),
  answer(getTicket, ticket),
  answer(getLocationAcf),
  answer(getForecastScoreboard, { zones: [{ zoneName: 'North door', locationName: 'Riverside Branch', model: 'm1' }] }),
  answer(getFirstSteps),
  answer(getWeather),
  answer(listInvitations, [{ inviteeEmail: 'grace@example.com' }]),
  answer(listAnnotations, []),
  answer(listLocations, [location, { ...location, name: 'Oakwood Branch', city: null }]),
  answer(getLocation, { ...location, site: [site], space: [space], attachment: [] }),
  answer(offline.countOfflineSensors),
  answer(offline.listOfflineSensors, [silent]),
  answer(offline.listResolvedOfflineSensors, [{ ...silent, resolvedDate: sampleNow }]),
  answer(offline.listOfflineRecordsOfSensor, [silent]),
  answer(offline.getOfflineTimeline),
  answer(offline.newestOfflineSensors, [silent]),
  answer(organizations.listOrganizations, [organization]),
  answer(organizations.searchOrganizations, [organization]),
  answer(organizations.getOrganization, organization),
  answer(organizations.listContacts, [{ name: 'Ada Lovelace', phone: '+15125550100', email: 'ada@example.com' }]),
  answer(organizations.listAddresses, [{ name: 'Head office', city: 'Austin' }]),
  answer(pickers.pickLocations, [location]),
  answer(pickers.pickSites, [{ name: 'North door' }]),
  answer(pickers.pickOrganizations, [{ name: 'Lakeside Libraries' }]),
  answer(reference.getIndustryTypes),
  answer(reference.getRegexps, { email: emailPattern.source }),
  answer(reference.getSensorUseTypes),
  answer(reference.getTicketTypes),
  answer(reference.getTicketStatuses),
  answer(getTerms, { version: '1', title: 'Terms of service', paragraphs: ['Use your own account only.'] }),
  answer(push.listPushKeys, [{ name: 'Ceiling' }]),
  answer(push.listPushVendors, [
    { vendor: 'xovis5', title: 'Xovis PC Series, firmware 5' },
    { vendor: 'milesight', title: 'Milesight VS121, VS125, VS133 and VS135' },
    { vendor: 'json', title: 'Any device, in the JSON format of this product' },
  ]),
  answer(push.listPushAttempts),
  answer(push.listOtherArrivals, { hasBroker: false, messages: [], devices: [], files: [] }),
  answer(push.listNewDevices, []),
  answer(inbox.listReceived, {
    results: [
      { device: '006E02AABBCC', sensor: { name: 'North sensor' }, vendor: 'xovis5', status: 'applied', bytes: 4210 },
      { device: '006E02AABBDD', vendor: 'xovis5', status: 'quarantined', reason: 'unassigned', bytes: 812 },
    ],
    next: null,
  }),
  answer(inbox.listQuarantine, [{ device: '006E02AABBDD', vendor: 'xovis5', reason: 'unassigned', count: 12 }]),
  answer(inbox.listInboxDevices, [
    { device: '006E02AABBCC', sensor: { name: 'North sensor' }, applied: 10_080, skewSeconds: 185, isClockOff: true },
  ]),
  answer(getPackageRequests, { version: 0, isEnabled: false, host: '', port: null, needsApproval: false }),
  answer(inbox.listPackageGaps, [
    { device: '006E02AABBCC', sensor: { name: 'North sensor' }, firstNumber: 7, lastNumber: 9, agent: '1008' },
  ]),
  answer(imports.listImports, [{ ...imported, fileName: 'pos-2026-02.csv' }]),
  answer(imports.getImport, { ...imported, fileName: 'pos-2026-02.csv' }),
  ...mappingRecords,
  answer(listMqttBrokers, [
    {
      name: 'Warehouse broker',
      host: 'mqtt.example.com',
      port: 8883,
      tls: true,
      clientId: 'atrium-4f2a91c0',
      topics: [
        { filter: 'stores/+/counts', vendor: 'xovis5', deviceLevel: 2 },
        { filter: 'milesight/#', vendor: 'milesight', deviceLevel: null },
      ],
      state: 'connected',
      isEnabled: true,
      connectedSince: sampleNow,
      lastMessageAt: sampleNow,
      received: 1_204,
      discarded: 0,
      lastError: null,
      lastErrorAt: null,
      approvedAddresses: [],
    },
    {
      name: 'Head office',
      host: 'broker.internal',
      port: 1883,
      tls: false,
      clientId: 'atrium-77ab0c21',
      topics: [{ filter: 'hq/+', vendor: 'json', deviceLevel: null }],
      state: 'failed',
      isEnabled: true,
      connectedSince: null,
      lastMessageAt: null,
      received: 0,
      discarded: 0,
      lastError: 'Nothing answers on this port. Check the host and the port.',
      lastErrorAt: sampleNow,
      approvedAddresses: [],
    },
  ]),
  answer(listMqttVendors, [
    { vendor: 'xovis5', title: 'Xovis PC Series, firmware 5' },
    { vendor: 'milesight', title: 'Milesight' },
  ]),
  answer(schedules.listSchedules, [schedule]),
  answer(schedules.listScheduleAssignments, []),
  answer(schedules.organizationExceptionCalls.list, [
    { description: 'Feast', closed: true, startDate: '2026-03-09', endDate: '2026-03-09' },
  ]),
  answer(schedules.locationExceptionCalls.list, []),
  answer(getOpeningHours, {
    timezone: 'America/Chicago',
    days: [2, 3, 4, 5, 6, 7, 8].map((day) => ({
      date: `2026-03-0${day}`,
      schedule: { name: 'Branches', effectiveDate: '2026-01-01' },
      exception: exceptions.get(day) ?? null,
      hours: openOn(day).map(([openTime, closeTime]) => ({ openTime, closeTime, ...always })),
    })),
  }),
  answer(getSecondFactor, { canUsePasskeys: true, passkeys: [{ name: 'Work laptop' }], recoveryCodes: 10 }),
  answer(getStaffPolicy),
  answer(listSensorAssignments, [
    {
      orgName: 'Lakeside Libraries',
      locationName: 'Riverside Branch',
      timezone: 'America/Chicago',
      active: true,
      to: '9999-12-31T00:00:00.000Z',
      site: { name: 'North door' },
      sensor,
    },
  ]),
  answer(getIsBlacklisted),
  answer(listZones, [{ name: zone.name, sensorName: sensor.name, locationName: 'Riverside Branch' }]),
  answer(sensors.listSensors, [
    { ...sensor, vendor: 'Xovis', online: true, siteName: 'North door', locationName: 'Riverside Branch' },
  ]),
  answer(sensors.getSensor, {
    ...sensor,
    siteId: sampleId('siteId'),
    locationId: sampleId('locationId'),
    vendor: 'Xovis',
    online: true,
    siteName: 'North door',
    locationName: 'Riverside Branch',
    zones: [zone],
    vendor_license: [],
    attachment: [],
    sensorassignment: [],
  }),
  answer(sensors.getSensorStatus, {
    online: true,
    firmware: '5.4.3',
    status: { model: 'PC2' },
    readings: [{ name: 'Line 7', ins: 12, outs: 9 }],
  }),
  answer(sensors.getSensorAccessUrl),
  answer(sensors.listDeviceConfigs, [{ firmware: '5.4.3' }]),
  answer(sensors.getDeviceConfig, { firmware: '5.4.3', config: { mode: 'count' } }),
  answer(sensors.getDeviceSystemDevice, { vendor: 'Xovis' }),
  answer(listSites, [site]),
  answer(getSite, { ...site, location: { name: 'Riverside Branch', timezone: 'America/Chicago' } }),
  answer(spaces.listSpaces, [space]),
  answer(spaces.getSpace, {
    ...space,
    zone: [zone],
    location: { name: 'Riverside Branch', timezone: 'America/Chicago' },
  }),
  answer(getSpaceDrift, {
    drift: {
      since: '2026-03-04T05:00:00.000Z',
      asOf: '2026-03-04T17:00:00.000Z',
      plain: 34,
      corrected: 21,
      error: 4,
      acf: 1.06,
    },
  }),
  answer(spaces.listAddableZones, [{ name: 'Line 8', sensorName: 'North sensor', active: true }]),
  answer(spaces.listOccupancyResets, [
    { resetDate: sampleNow, occupants: 3 },
    { resetDate: '2026-03-01T13:00:00.000Z', occupants: 0 },
  ]),
  answer(getSsoConnection, {
    issuer: 'https://login.example.com',
    clientId: 'atrium',
    domains: ['example.com'],
    redirectUri: 'https://counts.example.com/sso/callback',
  }),
  answer(getSystem),
  answer(listRoles, [
    { roleId: 1, name: 'OrganizationUser', label: 'Organization User' },
    { roleId: 2, name: 'OrganizationAdministrator', label: 'Organization Administrator' },
  ]),
  answer(listUsers, [
    person,
    { ...person, userId: sampleId('userId', 2), name: 'Paul Okoro', email: 'paul@example.com' },
  ]),
  answer(getUser, { ...person, organization: { name: 'Lakeside Libraries' } }),
  answer(listLocationAssignments, []),
  answer(getLicenseTypes, []),
  answer(getSensorClock, { skewSeconds: 4, isClockOff: false, timezone: 'America/New_York', shifts: [] }),
  answer(listCorrections, []),
  answer(getZone, {
    ...zone,
    measures: [
      { measure: 'people', name: 'People in and out', firstAt: '2026-01-05T09:00:00.000Z', lastAt: sampleNow },
      { measure: 'level', name: 'Occupancy level', firstAt: null, lastAt: sampleNow },
    ],
  }),
];
